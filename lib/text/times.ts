const dayMs = 86_400_000;
let lastNumber = Number.NaN;
let lastDay = '';

/** The UTC day of a time, such as 2026-11-21. The ledger counts all days in UTC. */
export function utcDay(ms: number): string {
  const number = Math.floor(ms / dayMs);
  // Consecutive calls nearly always ask for the same day.
  if (number !== lastNumber) {
    lastDay = new Date(number * dayMs).toISOString().slice(0, 10);
    lastNumber = number;
  }
  return lastDay;
}

/** When the day after that of a time begins, as an ISO date and time. */
export function nextUtcDay(ms: number): string {
  return new Date((Math.floor(ms / dayMs) + 1) * dayMs).toISOString();
}

/** Such as 2026-11-21. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export function dayAfter(day: string): string {
  return nextUtcDay(Date.parse(`${day}T00:00:00Z`)).slice(0, 10);
}

/** When the month after that of a time begins. */
export function nextUtcMonth(ms: number): string {
  const date = new Date(ms);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString();
}

export function utcToday(): string {
  return utcDay(Date.now());
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 13:36` in UTC, so that server and browser render the same. */
export function momentText(iso: string, hasSeconds = false): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  return `${dayText(moment.toISOString())}, ${moment.toISOString().slice(11, hasSeconds ? 19 : 16)}`;
}

/** Writes the moments of a list: `21 Nov 2026, 13:36:05` if neighbours would look the same without seconds. */
export function momentTextOf<Row>(rows: Row[], momentOf: (row: Row) => string): (row: Row) => string {
  const texts = rows.map((row) => momentText(momentOf(row)));
  const hasSeconds = texts.some((text, index) => text === texts[index - 1]);
  return (row) => momentText(momentOf(row), hasSeconds);
}

/** `21 Nov 2026` */
export function dayText(iso: string): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/**
 * As short as a list can be: `13:36` of today, `9 Nov` of this year, `9 Nov 2025` before. `hasTime` says the time of
 * every day: `13:36:05`, `9 Nov, 13:36:05`.
 */
export function shortMoment(iso: string, today: string, hasTime = false): string {
  const day = iso.slice(0, 10);
  const time = iso.slice(11, hasTime ? 19 : 16);
  if (day === today) return time;
  const shown = day.slice(0, 4) === today.slice(0, 4) ? dayText(day).slice(0, -5) : dayText(day);
  return hasTime ? `${shown}, ${time}` : shown;
}
