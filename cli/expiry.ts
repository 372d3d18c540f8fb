import { z } from 'zod';
import { Refusal } from './refusal.ts';

const hourMs = 60 * 60_000;
const unitMs = { h: hourMs, d: 24 * hourMs };
/** The last moment that an ISO date with four digits for the year can name. */
const lastMs = Date.UTC(9999, 11, 31);
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** `30d` or `12h` from now, or a day or moment of the calendar; a day begins at midnight of UTC. */
export function expiryMs(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,7})([dh])$/.exec(text) ?? [];
  const at = unit === 'd' || unit === 'h' ? now + Number(count) * unitMs[unit] : momentMs(text);
  if (at === undefined || at > lastMs) {
    throw new Refusal(
      `--expires must be a date such as 2027-01-31, a moment such as 2027-01-31T18:00:00Z, or a time from now such as 30d or 12h, not ${JSON.stringify(text)}.`,
    );
  }
  if (at <= now) throw new Refusal(`--expires must be in the future: ${text} is over.`);
  return at;
}

function momentMs(text: string): number | undefined {
  return moment.safeParse(text).success ? Date.parse(text) : undefined;
}
