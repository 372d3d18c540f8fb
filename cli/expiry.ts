import { z } from 'zod';
import { Refusal } from './refusal.ts';

const hourMs = 60 * 60_000;
const unitMs = { h: hourMs, d: 24 * hourMs };
/** The last day whose ISO date has a year of four digits. */
const lastMs = Date.UTC(9999, 11, 31);
const dateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Parses `30d` or `12h` from now, a date (its midnight in UTC), or a date with a time. */
export function expiryMs(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,7})([dh])$/.exec(text) ?? [];
  const at = unit === 'd' || unit === 'h' ? now + Number(count) * unitMs[unit] : dateOrTimeMs(text);
  if (at === undefined || at > lastMs) {
    throw new Refusal(
      `--expires must be a date such as 2027-01-31, a date and time such as 2027-01-31T18:00:00Z, or a time from now such as 30d or 12h, not ${JSON.stringify(text)}.`,
    );
  }
  if (at <= now) throw new Refusal(`--expires must be in the future: ${text} is past.`);
  return at;
}

function dateOrTimeMs(text: string): number | undefined {
  return dateOrTime.safeParse(text).success ? Date.parse(text) : undefined;
}
