import { stripVTControlCharacters } from 'node:util';
import { log } from '../log.ts';

/** A stack and its causes are shorter. */
const longestText = 20_000;

const streams = { stdout: process.stdout, stderr: process.stderr };
const write = {
  stdout: process.stdout.write.bind(process.stdout),
  stderr: process.stderr.write.bind(process.stderr),
};

/** For the person who starts or stops the portal, as it is. All else that is printed is a line of the log. */
export function tellPerson(text: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
  write[stream](text);
}

/**
 * From now on, what Next, a package or Node itself prints becomes one line of the log each time: it may quote what a
 * caller sent, and must not look like lines of the portal's own.
 */
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
  // Node prints its warnings past the streams.
  process.removeAllListeners('warning');
  process.on('warning', ({ stack }) => log('error', 'printed', { text: stack }));
}
