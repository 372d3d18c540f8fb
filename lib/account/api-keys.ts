import { z } from 'zod';
import { isKeyAccess, keyAccesses, usualAccess } from './key-access.ts';
import { isFitForName, unfitForName } from '../text/names.ts';
import { creditsFault } from '../text/typed-credits.ts';

export const longestKeyName = 100;

const name = z
  .string('Enter a name for the key.')
  .trim()
  .min(1, 'Enter a name for the key.')
  .max(longestKeyName, `The name can have at most ${longestKeyName} characters.`)
  .refine(isFitForName, unfitForName('The name'));

const cap = z.int({ error: creditsFault }).min(1, 'Enter at least 1 credit.').nullable().optional();

const accesses = Object.keys(keyAccesses).filter(isKeyAccess);

export const keyAccess = z.enum(accesses, `Expected ${accesses.join(' or ')}.`);

const accessMeanings = accesses.map((access) => `\`${access}\` ${keyAccesses[access].meaning}`).join('. ');

/** A key for more of them is better one for all. */
const mostKeyProducts = 100;

const scope = {
  access: keyAccess.optional().meta({
    description: `${accessMeanings}. The default is \`${usualAccess}\`.`,
  }),
  products: z
    .array(z.string('Enter ids or slugs of products.').max(200, 'Expected the id or slug of a product.'))
    .min(1, 'Name at least one product, or leave the field out.')
    .max(mostKeyProducts, `A key can name at most ${mostKeyProducts} products.`)
    .nullable()
    .optional()
    .meta({ description: 'Ids or slugs of the only products that the key may call; all if left out.' }),
};

/** The body of `POST /api/keys`. */
export const newKeyBody = z.strictObject({
  name,
  expiresAt: z.iso
    .datetime({ offset: true, error: 'Expected a date and time, such as 2027-01-31T00:00:00Z.' })
    .nullable()
    .optional()
    .meta({
      description:
        'When the key expires. If left out, when the key that creates it does; never for who has signed in.',
    }),
  caps: z.strictObject({ day: cap, month: cap, total: cap }).optional().meta({
    description: 'Spending limits in credits: per day and per month (UTC), and in total.',
  }),
  ...scope,
  operator: z
    .boolean()
    .optional()
    .meta({ description: 'Creates an operator key. Only operator keys can do this.' }),
});

const expiresAt = newKeyBody.shape.expiresAt;

/** The body of `PATCH /api/keys/{key_id}`. What is left out stays as it is. */
export const keyChangesBody = z.strictObject({
  name: name.optional(),
  expiresAt: expiresAt.meta({ description: 'When the key expires; null for never.' }),
  caps: newKeyBody.shape.caps.meta({
    description:
      'Spending limits in credits; null removes one. A first limit counts what the key has spent before.',
  }),
  access: scope.access.meta({
    description: `${accessMeanings}.`,
  }),
  products: scope.products.meta({
    description: 'Ids or slugs of the only products that the key may call; null for all.',
  }),
});

export type KeyChanges = z.input<typeof keyChangesBody>;

const longestOverlapHours = 30 * 24;

/** The body of `POST /api/keys/{key_id}/rotate`. */
export const rotationBody = z.strictObject({
  overlapHours: z
    .number('Enter a number of hours.')
    .min(0, 'Enter at least 0 hours.')
    .max(longestOverlapHours, `Enter at most ${longestOverlapHours} hours.`)
    .default(24)
    .meta({
      description: 'How long the previous secret keeps working beside the new one. 0 ends it at once.',
    }),
});

export type NewKey = z.input<typeof newKeyBody>;

const spending = z.strictObject({
  cap: z.int().min(0).nullable(),
  spent: z.int().min(0).nullable().meta({
    description: 'Spent or on hold this day or month, or in total; null if the key has no such limit.',
  }),
});

const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The last characters of the key.' }),
  operator: z.boolean(),
  access: keyAccess,
  products: z
    .array(z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }))
    .nullable()
    .meta({ description: 'The only products that the key may call; null for all.' }),
  person: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'Whose key it is; null if it belongs to no person.' }),
  client: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'The agent to which a person granted the key; null for other keys.' }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  earlierEndsAt: z.iso.datetime().nullable().meta({
    description: 'When the previous secret stops working after a rotation; null if there is none.',
  }),
  spending: z.strictObject({ day: spending, month: spending, total: spending }),
});

export type ApiKey = z.output<typeof apiKey>;

/** The response of `GET /api/keys`. */
export const apiKeyList = z
  .strictObject({ list: z.array(apiKey), total: z.int().min(0) })
  .meta({ id: 'ApiKeyList', description: 'Active keys first, newest first.' });

export type ApiKeyList = z.output<typeof apiKeyList>;

/** The response of `POST /api/keys` and of a rotation. */
export const createdKey = z
  .strictObject({
    id: z.string(),
    key: z.string().meta({ description: 'The key itself, shown only once.' }),
  })
  .meta({ id: 'CreatedApiKey' });

/** The name of an API key. One without a name is called by its last letters. */
export function keyName({ name, hint }: { name: string; hint: string }): string {
  return name === '' ? `fb_…${hint}` : name;
}

/** The same where the last letters are not at hand. */
export function keyNameOrId({ name, id }: { name: string; id: string }): string {
  return name === '' ? id : name;
}

const limit = z.strictObject({
  cap: z.int().min(0).nullable().meta({ description: 'The most credits; null for no limit.' }),
  spent: z.int().min(0).meta({ description: 'Spent or on hold this day or month (UTC), or in total.' }),
});

/** What an account with a limit has spent, by all its members and keys. */
export const spendingLimits = z
  .strictObject({ day: limit, month: limit, total: limit })
  .meta({ id: 'SpendingLimits' });

export type SpendingLimits = z.output<typeof spendingLimits>;

const productKeys = z.array(z.int());

/** Reads the products of a key as they are stored: JSON with keys of products, or null for every product. */
export function parseProductKeys(text: string | null): number[] | null {
  return text === null ? null : productKeys.parse(JSON.parse(text));
}
