import { z } from 'zod';
import { nextPage } from './accounts.ts';

const named = z.strictObject({ id: z.string(), name: z.string() });

const keyOfAll = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The last letters of the key.' }),
  operator: z.boolean(),
  account: named,
  person: named.nullable().meta({
    description: 'The member whose key it is, or the operator who made an operator key; otherwise null.',
  }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});

/** The response of `GET /api/operator/keys`. */
export const keysOfAll = z
  .strictObject({ list: z.array(keyOfAll), next: nextPage })
  .meta({ id: 'KeysOfAll', description: 'Newest first.' });

export type KeysOfAll = z.output<typeof keysOfAll>;
