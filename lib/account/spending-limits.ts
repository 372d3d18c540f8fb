import { z } from 'zod';

const limit = z.strictObject({
  cap: z.int().min(0).nullable().meta({ description: 'The most credits; null for no limit.' }),
  spent: z.int().min(0).meta({ description: 'Spent or on hold this day or month (UTC), or in total.' }),
});

/** What an account with a limit has spent, by all its members and keys. */
export const spendingLimits = z
  .strictObject({ day: limit, month: limit, total: limit })
  .meta({ id: 'SpendingLimits' });

export type SpendingLimits = z.output<typeof spendingLimits>;
