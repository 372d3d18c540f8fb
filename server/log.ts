import pino from 'pino';

let writtenMs = 0;
let written = '';

/**
 * One line of JSON for each event, on standard error. Lines are written some at a time while others are made, so that a
 * call does not wait for whoever reads them; what is waiting when the process ends is written then.
 */
const lines = pino(
  {
    base: null,
    messageKey: 'event',
    timestamp,
    formatters: { level: (level) => ({ level }) },
  },
  pino.destination({ fd: 2, sync: false, minLength: 8 * 1024, periodicFlush: 100 }),
);

export function log(level: 'info' | 'error', event: string, fields: object): void {
  lines[level](fields, event);
}

/** Many lines are of one millisecond, which is put into words once. */
function timestamp(): string {
  const now = Date.now();
  if (now !== writtenMs) {
    writtenMs = now;
    written = `,"time":"${new Date(now).toISOString()}"`;
  }
  return written;
}
