import { z } from 'zod';

const cap = z.int().min(0).nullable();

/** The most credits to be spent in a day, in a month, and in all; null for no limit. */
export const caps = z.strictObject({ capDay: cap, capMonth: cap, capTotal: cap });

export type Caps = z.output<typeof caps>;

export function hasCap({ capDay, capMonth, capTotal }: Caps): boolean {
  return capDay !== null || capMonth !== null || capTotal !== null;
}

export interface ReachedCap {
  period: 'day' | 'month' | 'total';
  cap: number;
  spent: number;
}

/** What is spent in the periods of a day that have a cap. */
export type Spent = Record<ReachedCap['period'], number>;

/** The caps that are set, with what is spent of them. */
export function reachedCaps({ capDay, capMonth, capTotal }: Caps, spent: Spent): ReachedCap[] {
  const all = { day: capDay, month: capMonth, total: capTotal };
  return (['day', 'month', 'total'] as const).flatMap((period) => {
    const cap = all[period];
    return cap === null ? [] : [{ period, cap, spent: spent[period] }];
  });
}

/** The first cap that the credits would exceed. */
export function firstExceeded<Cap extends ReachedCap>(
  reached: readonly Cap[],
  credits: number,
): Cap | undefined {
  return reached.find(({ cap: most, spent }) => spent + credits > most);
}

/** The periods of a day under which spending is counted, as in the tables. */
export function periodsOf(day: string): [day: string, month: string, total: 'all'] {
  return [day, day.slice(0, 7), 'all'];
}
