import { z } from 'zod';

const entry = z.strictObject({
  id: z.int(),
  amount: z.int().meta({ description: 'Into the purse; below 0: out of it.' }),
  kind: z.enum(['allowance', 'grant', 'charge', 'refund', 'correction']),
  at: z.iso.datetime(),
  callId: z
    .string()
    .nullable()
    .meta({ description: 'Null where no call is behind it, or that of another guest of the same network.' }),
  reason: z.string().nullable(),
});

/** What `GET /api/credits` answers. */
export const creditAccount = z
  .strictObject({
    balance: z.int(),
    held: z.int().min(0).meta({ description: 'For calls under way.' }),
    available: z.int().meta({ description: 'The balance without what is held.' }),
    resetsAt: z.iso.datetime().optional().meta({ description: "When a guest's allowance is granted again." }),
    entries: z.strictObject({ list: z.array(entry), total: z.int().min(0) }),
    usage: z
      .array(
        z.strictObject({
          day: z.iso.date(),
          productId: z.string(),
          calls: z.int().min(1),
          credits: z.int().min(0),
        }),
      )
      .meta({ description: 'Of the last 31 days, in UTC, the newest first.' }),
  })
  .meta({ id: 'CreditAccount' });

export type CreditAccount = z.output<typeof creditAccount>;
