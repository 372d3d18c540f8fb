const dayMs = 86_400_000;
let lastNumber = Number.NaN;
let lastDay = '';

/** The day of a moment as in 2026-11-21. All days of the ledger are days of UTC. */
export function utcDay(ms: number): string {
  const number = Math.floor(ms / dayMs);
  // Nearly every call asks for the day that the call before it asked for.
  if (number !== lastNumber) {
    lastDay = new Date(number * dayMs).toISOString().slice(0, 10);
    lastNumber = number;
  }
  return lastDay;
}

export function utcToday(): string {
  return utcDay(Date.now());
}
