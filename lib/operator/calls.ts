import { z } from 'zod';
import { listedCall, madeBy, unknownFilter } from '../call/call-list.ts';
import { nextPage } from './accounts.ts';

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
