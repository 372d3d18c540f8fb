import { z } from 'zod';
import { ledgerEntry } from '../account/credit-account.ts';
import { nextPage } from './accounts.ts';

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
    next: nextPage.meta({
      description:
        'Sent back as `before`, it continues the list. Null at the end. A page reads at most 5,000 entries, and may have fewer than it was asked for.',
    }),
  })
  .meta({ id: 'EntriesOfAll', description: 'Newest first.' });

export type EntriesOfAll = z.output<typeof entriesOfAll>;
