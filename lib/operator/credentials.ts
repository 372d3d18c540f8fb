import { z } from 'zod';
import { nextPage, reason, requiredReason } from './accounts.ts';

/** No credential is longer. It is sent with each call, often in a header. */
const longestCredential = 16 * 1024;

const value = z
  .string('Enter the credential.')
  .trim()
  .min(1, 'Enter the credential.')
  .max(longestCredential, `A credential can have at most ${longestCredential} characters.`)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'A credential is one line, without control characters.')
  .meta({
    description: 'The credential; for HTTP basic authentication `user:password`. It is never returned.',
  });

/** The body of `POST /api/operator/credentials/{name}`. */
export const credentialBody = z.strictObject({ value, reason });

/** The body of `POST /api/operator/credentials/{name}/test`. */
export const credentialTestBody = z.strictObject({
  value: value.optional().meta({ description: 'What is tried. Left out: the credential in use.' }),
  reason,
});

/** The body of `POST /api/operator/credentials/{name}/revocation`. */
export const revocationBody = z.strictObject({ reason: requiredReason });

const time = z.iso.datetime().nullable();

const listedCredential = z.strictObject({
  name: z.string(),
  state: z.enum(['set', 'missing', 'unreadable']).meta({
    description: '`unreadable`: it was encrypted with a secret that the portal does not have. Calls miss it.',
  }),
  source: z.enum(['environment', 'console']).nullable().meta({
    description:
      'Where the one in use is from. One of the environment cannot be changed here. Null if it is missing.',
  }),
  isOverridden: z
    .boolean()
    .meta({ description: 'One was set in the console, too, and is not used because of the environment.' }),
  products: z.int().min(0).meta({ description: 'Products that need it.' }),
  online: z.int().min(0).meta({ description: 'Of these, products that are online.' }),
  setAt: time.meta({ description: 'Of one that was set in the console.' }),
  setBy: z
    .strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  earlierUntil: time.meta({
    description: 'Until when the one that it replaced can be brought back. Null if there is none.',
  }),
  lastRefusedAt: time.meta({
    description: 'When an API refused it last, in the last seven days: the answer was 401 or 403.',
  }),
});

/** The response of `GET /api/operator/credentials`. */
export const credentialList = z.strictObject({ list: z.array(listedCredential), next: nextPage }).meta({
  id: 'CredentialList',
  description: 'Those that products need, are set or are in the environment. What is missing comes first.',
});

export type CredentialList = z.output<typeof credentialList>;
export type ListedCredential = CredentialList['list'][number];

/** The response of `GET /api/operator/credentials/{name}`. */
export const credentialDetail = z
  .strictObject({
    ...listedCredential.shape,
    hosts: z.array(z.string()).meta({
      description: 'Where products send it, by the first 200 of them: such as `https://api.example.com`.',
    }),
    needing: z
      .array(z.strictObject({ slug: z.string(), name: z.string() }))
      .meta({ description: 'The first 20 products that need it. Those that are online come first.' }),
  })
  .meta({ id: 'CredentialDetail' });

export type CredentialDetail = z.output<typeof credentialDetail>;

export const storedCredential = z
  .strictObject({
    name: z.string(),
    replaced: z.boolean(),
    earlierUntil: time.meta({ description: 'Until when the one before it can be brought back.' }),
  })
  .meta({ id: 'StoredCredential' });

export const restoredCredential = z
  .strictObject({
    name: z.string(),
    earlierUntil: time.meta({ description: 'Until when the one that was in use can be brought back.' }),
  })
  .meta({ id: 'RestoredCredential' });

export const revokedCredential = z
  .strictObject({
    name: z.string(),
    online: z.int().min(0).meta({ description: 'Products that need it and are online.' }),
  })
  .meta({ id: 'RevokedCredential' });

/** The response of `POST /api/operator/credentials/{name}/test`. */
export const testedCredential = z
  .strictObject({
    outcome: z.enum(['accepted', 'refused', 'unclear', 'untested']).meta({
      description:
        '`unclear`: the API answered neither 2xx nor 401 or 403, or did not answer. `untested`: no operation can be called for a test.',
    }),
    sentence: z.string().meta({ description: 'For people: “GET /carriers answered 200 in 184 ms.”' }),
    product: z
      .string()
      .nullable()
      .meta({ description: 'The slug of the product whose operation was called.' }),
    status: z.int().nullable().meta({ description: 'Of the answer.' }),
    tookMs: z.int().min(0).nullable(),
  })
  .meta({ id: 'TestedCredential' });

export type TestedCredential = z.output<typeof testedCredential>;

const longestName = 100;

/** As in `x-farebox.secrets` of templates. */
export const credentialName = z
  .string()
  .max(longestName)
  .regex(/^[A-Z][A-Z0-9_]*$/);
