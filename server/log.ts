import pino from 'pino';
import type { CallOutcome } from '../lib/call/charges.ts';

/** Buffered, so that calls do not wait for the log. Building lines here is faster than with Pino. */
const lines = pino.destination({ fd: 2, sync: false, minLength: 8 * 1024, periodicFlush: 100 });

let writtenMs = 0;
let written = '';

/** Writes one line of JSON for each event to standard error. */
export function log(level: 'info' | 'error', event: string, fields: object): void {
  const json = JSON.stringify(fields).slice(1);
  // Call lines are the most frequent, and contain only ASCII.
  const text = event === 'call' ? json : json.replace(unprintable, escapeCharacter);
  lines.write(
    `{"level":"${level}","time":"${timeNow()}","event":"${event}"${text === '}' ? '' : ','}${text}\n`,
  );
}

/** Passes on a line from a child process: log lines unchanged, other output as a log event. */
export function passOnLine(line: string): void {
  if (line.startsWith('{"level":"')) lines.write(`${line}\n`);
  else if (line.trim() !== '') log('error', 'printed', { text: line });
}

/** Characters that JSON does not escape but that terminals and log readers may interpret. */
const unprintable = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Many lines fall into the same millisecond, so its text is reused. */
function timeNow(): string {
  const now = Date.now();
  if (now !== writtenMs) {
    writtenMs = now;
    written = new Date(now).toISOString();
  }
  return written;
}

/** Any thrown value as one line for a log. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return String(error);
  return typeof error === 'object' ? JSON.stringify(error) : String(error);
}

/** The ids by which a request is found in the log and in its answer. */
export interface RequestNames {
  requestId: string;
  /** The id of the caller's trace, if the request is part of one. */
  traceId?: string | undefined;
}

/** The log entry of a call, for the operator: neither its content nor an address. */
export interface CallLogEntry extends RequestNames {
  callId: string;
  /** The slug, if the product was found. */
  product: string | null;
  /** The id of the API key, `guest`, or `unknown` if the caller was refused. */
  caller: string;
  /**
   * `replayed`: the stored answer was sent again. `not-made`: refused before anything was held. `not-settled`: made, but
   * its end could not be written; the hold is released.
   */
  outcome: CallOutcome | 'replayed' | 'not-made' | 'not-settled';
  problem: string | null;
  status: number;
  quoted: number | null;
  charged: number;
  aboveQuote: boolean;
  upstreamStatus: number | null;
  upstreamMs: number | null;
  totalMs: number;
}
