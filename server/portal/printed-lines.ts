import { stripVTControlCharacters } from 'node:util';
import { log } from '../log.ts';

/** A stack with its causes is shorter. */
const longestText = 20_000;

const streams = { stdout: process.stdout, stderr: process.stderr };
const write = {
  stdout: process.stdout.write.bind(process.stdout),
  stderr: process.stderr.write.bind(process.stderr),
};

/** Prints text for the person who starts or stops the portal. All other output becomes log lines. */
export function tellPerson(text: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
  write[stream](text);
}

/** Turns other output into log lines: it may quote callers, and must not look like lines of the portal. */
export function logWhatIsPrinted(): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const level = name === 'stderr' ? 'error' : 'info';
    streams[name].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = stripVTControlCharacters(
        typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(),
      );
      if (text.trim() !== '') log(level, 'printed', { text: text.trim().slice(0, longestText) });
      const written = rest.at(-1);
      if (typeof written === 'function') process.nextTick(written);
      return true;
    };
  }
  // Node writes warnings directly, not through the streams.
  process.removeAllListeners('warning');
  process.on('warning', ({ stack }) => log('error', 'printed', { text: stack }));
}
