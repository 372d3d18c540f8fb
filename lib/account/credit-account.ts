import { z } from 'zod';
import { entryKinds } from '../ledger/purse.ts';
import { termsToAccept } from './terms.ts';
import { spendingLimits } from './api-keys.ts';

/** The limit of a key, a member or an account that leaves the least. */
const bindingLimit = z.strictObject({
  limitOf: z.strictObject({ kind: z.enum(['key', 'member', 'account']), id: z.string(), name: z.string() }),
  period: z.enum(['day', 'month', 'total']),
  cap: z.int().min(0),
  spent: z.int().min(0).meta({ description: 'Spent or on hold in the period.' }),
  resetsAt: z.iso.datetime().optional().meta({ description: 'When the limit is reset.' }),
});

export const spendable = z
  .strictObject({
    credits: z.int().meta({
      description:
        'The most that a call by this caller may cost now: the least of the available credits and of what the limits of key, member and account leave. Below 0: not even a call at no cost.',
    }),
    code: z.string().optional().meta({
      description:
        'The code of the problem that a call would get whatever it costs, such as `account-suspended`.',
    }),
    why: z.string().optional().meta({
      description:
        'Why less than the available credits can be spent, and who can change that. Absent if only the balance counts.',
    }),
    limit: bindingLimit.optional(),
    terms: termsToAccept.optional().meta({
      description: 'What has to be accepted first, with the code `terms-required`.',
    }),
    only: z.array(z.string()).optional().meta({
      description:
        'Slugs of the only products that the API key may call. Absent if it may call all, and where one product is asked for.',
    }),
  })
  .meta({ id: 'Spendable' });

export type Spendable = z.output<typeof spendable>;
export type BindingLimit = z.output<typeof bindingLimit>;

export const entryKind = z.enum(entryKinds);

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

export const usageKinds = ['product', 'key', 'member'] as const;

export type UsageKind = (typeof usageKinds)[number];

/** The response of `GET /api/usage`. */
export const usage = z
  .strictObject({
    by: z.enum(usageKinds),
    from: z.iso.date(),
    to: z.iso.date(),
    list: z.array(
      z.strictObject({
        day: z.iso.date(),
        of: z
          .strictObject({
            id: z.string(),
            slug: z.string().optional().meta({ description: 'Of a product.' }),
            name: z.string(),
          })
          .nullable()
          .meta({
            description: 'The product, API key or person. Null: calls without a key, or by no member.',
          }),
        calls: z.int().min(1),
        credits: z.int().min(0),
      }),
    ),
  })
  .meta({ id: 'Usage', description: 'Resolved calls by the day (UTC) in which they began, newest first.' });

export type Usage = z.output<typeof usage>;
