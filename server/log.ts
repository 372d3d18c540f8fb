/** One line of JSON for each event, on standard error. */
export function log(level: 'info' | 'error', event: string, fields: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
}
