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

/** When the month after that of a time begins. */
export function nextUtcMonth(ms: number): string {
  const date = new Date(ms);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString();
}

export function utcToday(): string {
  return utcDay(Date.now());
}
