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

export function utcToday(): string {
  return utcDay(Date.now());
}
