/** The most credits to be spent in a day, in a month, and in all; null for no limit. */
export type Caps = Record<'capDay' | 'capMonth' | 'capTotal', number | null>;

export function hasCap({ capDay, capMonth, capTotal }: Caps): boolean {
  return capDay !== null || capMonth !== null || capTotal !== null;
}
