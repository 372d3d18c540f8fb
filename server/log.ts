import pino from 'pino';

/**
 * Lines are written some at a time while others are made, so that a call does not wait for whoever reads them; what is
 * waiting when the process ends is written then. Pino's own lines take longer to put together than these.
 */
const lines = pino.destination({ fd: 2, sync: false, minLength: 8 * 1024, periodicFlush: 100 });

let writtenMs = 0;
let written = '';

/** One line of JSON for each event, on standard error. */
export function log(level: 'info' | 'error', event: string, fields: object): void {
  const json = JSON.stringify(fields).slice(1);
  // The line of a call is the most frequent one, and holds ASCII alone.
  const text = event === 'call' ? json : json.replace(unprintable, escapeCharacter);
  lines.write(
    `{"level":"${level}","time":"${timeNow()}","event":"${event}"${text === '}' ? '' : ','}${text}\n`,
  );
}

/** A line of a process of the portal's own: as it is where that wrote it, else as something that was printed. */
export function passOnLine(line: string): void {
  if (line.startsWith('{"level":"')) lines.write(`${line}\n`);
  else if (line.trim() !== '') log('error', 'printed', { text: line });
}

/** What JSON leaves as it is, and a terminal or a reader of lines may act on. */
const unprintable = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Many lines are of one millisecond, which is put into words once. */
function timeNow(): string {
  const now = Date.now();
  if (now !== writtenMs) {
    writtenMs = now;
    written = new Date(now).toISOString();
  }
  return written;
}
