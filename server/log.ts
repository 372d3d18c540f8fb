import pino from 'pino';

/**
 * One line of JSON for each event, on standard error. Lines are written some at a time while others are made, so that a
 * call does not wait for whoever reads them; what is waiting when the process ends is written then.
 */
const lines = pino(
  {
    base: null,
    messageKey: 'event',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
  },
  pino.destination({ fd: 2, sync: false, minLength: 8 * 1024, periodicFlush: 100 }),
);

export function log(level: 'info' | 'error', event: string, fields: Record<string, unknown>): void {
  lines[level](fields, event);
}
