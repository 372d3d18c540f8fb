import type { NewKey } from './api-keys.ts';

/** How long a key lives, as it is offered. */
export const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'a year' },
  { days: 0, label: 'for ever' },
] as const;

const dayMs = 24 * 60 * 60 * 1000;

/** What the endpoint takes, of the fields of a form. What is wrong with them the endpoint says. */
export function newKeyOf(fields: FormData, nowMs: number): NewKey {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const cap = (name: string) => (text(name) === '' ? null : Number(text(name)));
  const days = Number(text('days'));
  return {
    name: text('name'),
    expiresAt: days > 0 ? new Date(nowMs + days * dayMs).toISOString() : null,
    caps: { day: cap('day'), month: cap('month'), total: cap('total') },
    ...(text('operator') !== '' && { operator: true }),
  };
}
