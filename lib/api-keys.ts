import { z } from 'zod';

export const longestKeyName = 100;

const name = z
  .string('Expected a name, by which you will know the key again.')
  .trim()
  .min(1, 'Expected a name, by which you will know the key again.')
  .max(longestKeyName, `Expected at most ${longestKeyName} characters.`)
  .refine((text) => !/\p{Cc}/u.test(text), 'Expected a name without line breaks or control characters.');

const cap = z
  .int('Expected a whole number of credits.')
  .min(1, 'Expected at least 1 credit; a key that spends nothing is of no use.')
  .nullable()
  .optional();

/** What `POST /api/keys` takes. */
export const newKeyBody = z.strictObject({
  name,
  expiresAt: z.iso
    .datetime({ offset: true, error: 'Expected a moment, as in 2027-01-31T00:00:00Z.' })
    .nullable()
    .optional()
    .meta({ description: 'When the key ends; never where it is left out.' }),
  caps: z.strictObject({ day: cap, month: cap, total: cap }).optional().meta({
    description: 'The most credits that the key may spend in a day, in a month (of UTC), and in all.',
  }),
  operator: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it is an operator’s. Only the key of an operator makes such keys.' }),
});

export type NewKey = z.input<typeof newKeyBody>;

const spending = z.strictObject({
  cap: z.int().min(0).nullable(),
  spent: z.int().min(0).nullable().meta({
    description: 'Spent or held in the present day or month, or in all; null where the key has no cap.',
  }),
});

const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The last letters of the key.' }),
  operator: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  spending: z.strictObject({ day: spending, month: spending, total: spending }),
});

export type ApiKey = z.output<typeof apiKey>;

/** What `GET /api/keys` answers. */
export const apiKeyList = z
  .strictObject({ list: z.array(apiKey), total: z.int().min(0) })
  .meta({ id: 'ApiKeyList', description: 'Those that can be used first, each time the newest first.' });

export type ApiKeyList = z.output<typeof apiKeyList>;

/** What `POST /api/keys` answers. */
export const createdKey = z
  .strictObject({
    id: z.string(),
    key: z.string().meta({ description: 'The key itself. It is shown this once.' }),
  })
  .meta({ id: 'CreatedApiKey' });
