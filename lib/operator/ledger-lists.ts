import { z } from 'zod';
import { apiKeyList } from '../account/api-keys.ts';
import { ledgerEntry } from '../account/credit-account.ts';
import { listedCall, madeBy, unknownFilter } from '../call/call-list.ts';
import { nextInOrder, nextPage } from './accounts.ts';

const entryOfAll = z.strictObject({
  ...ledgerEntry.omit({ product: true, callId: true }).shape,
  callId: z.string().nullable().meta({ description: 'Null without a call.' }),
  account: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'Null for a guest.' }),
});

/** The response of `GET /api/operator/entries`. */
export const entriesOfAll = z
  .strictObject({
    list: z.array(entryOfAll),
    unknownFilter,
    next: nextPage.meta({
      description:
        'Sent back as `before`, it continues the list. Null at the end. A page reads at most 5,000 entries, and may have fewer than it was asked for.',
    }),
  })
  .meta({ id: 'EntriesOfAll', description: 'Newest first.' });

export type EntriesOfAll = z.output<typeof entriesOfAll>;

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
  .strictObject({ list: z.array(keyOfAll), unknownFilter, next: nextInOrder })
  .meta({ id: 'KeysOfAll', description: 'The newest first, or as `sort` says.' });

export type KeysOfAll = z.output<typeof keysOfAll>;

/** The response of `GET /api/operator/keys/{key_id}`. */
export const keyDetail = z
  .strictObject({ ...apiKeyList.shape.list.element.shape, account: named })
  .meta({ id: 'KeyDetail', description: 'An API key with its limits, and what it spent of them.' });

export type KeyDetail = z.output<typeof keyDetail>;

const callOfAll = z.strictObject({
  ...listedCall.shape,
  ...madeBy,
  account: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'Null for a guest.' }),
});

/** The response of `GET /api/operator/calls`. */
export const callsOfAll = z
  .strictObject({
    list: z.array(callOfAll),
    unknownFilter,
    next: nextPage.meta({
      description:
        'Sent back as `before`, it continues the list. Null at the end. A page with a filter reads at most 5,000 calls, and may have fewer than it was asked for.',
    }),
  })
  .meta({ id: 'CallsOfAll', description: 'Newest first.' });

export type CallsOfAll = z.output<typeof callsOfAll>;
