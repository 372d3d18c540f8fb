import { z } from 'zod';

/** The limit of a key, a member or an account that leaves the least. */
const bindingLimit = z.strictObject({
  limitOf: z.strictObject({ kind: z.enum(['key', 'member', 'account']), id: z.string(), name: z.string() }),
  period: z.enum(['day', 'month', 'total']),
  cap: z.int().min(0),
  spent: z.int().min(0).meta({ description: 'Spent or on hold in the period.' }),
  resetsAt: z.iso.datetime().optional().meta({ description: 'When the limit allows more by itself.' }),
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
        'What leaves less than the available credits, and who can change that. Absent if only the balance counts.',
    }),
    limit: bindingLimit.optional(),
    only: z.array(z.string()).optional().meta({
      description:
        'Slugs of the only products that the API key may call. Absent if it may call all, and where one product is asked for.',
    }),
  })
  .meta({ id: 'Spendable' });

export type Spendable = z.output<typeof spendable>;
export type BindingLimit = z.output<typeof bindingLimit>;
