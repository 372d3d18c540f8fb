import { z } from 'zod';
import { spendable } from './spendable.ts';
import { spendingLimits } from './spending-limits.ts';

export const entryKind = z.enum(['allowance', 'grant', 'charge', 'refund', 'correction']);

export type EntryKind = z.output<typeof entryKind>;

export const ledgerEntry = z.strictObject({
  id: z.int(),
  amount: z.int().meta({ description: 'Added to the balance; below 0: taken from it.' }),
  kind: entryKind,
  at: z.iso.datetime(),
  callId: z
    .string()
    .nullable()
    .meta({ description: 'Null without a call, and for a call by another guest on the same network.' }),
  product: z
    .strictObject({ id: z.string(), slug: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'The product that was called; null where `callId` is.' }),
  reason: z.string().nullable(),
});

/** The response of `GET /api/credits`. */
export const creditAccount = z
  .strictObject({
    balance: z.int(),
    held: z.int().min(0).meta({ description: 'On hold for running calls.' }),
    available: z.int().meta({ description: 'The balance without credits on hold.' }),
    resetsAt: z.iso.datetime().optional().meta({ description: "When a guest's allowance is refilled." }),
    creditsUrl: z.url().optional().meta({ description: 'Where credits are bought.' }),
    spendable: spendable.optional().meta({
      description: 'What this caller can spend now. Absent in what operators read of an account.',
    }),
    limits: spendingLimits.optional().meta({
      description: 'What all members and API keys of the account spend; absent if it has no limit.',
    }),
    entries: z.strictObject({ list: z.array(ledgerEntry), total: z.int().min(0) }),
    usage: z
      .array(
        z.strictObject({
          day: z.iso.date(),
          productId: z.string(),
          calls: z.int().min(1),
          credits: z.int().min(0),
        }),
      )
      .meta({
        description:
          'Usage of the last 31 days (UTC), newest first. For a guest: of all guests on the same network.',
      }),
  })
  .meta({ id: 'CreditAccount' });

export type CreditAccount = z.output<typeof creditAccount>;
