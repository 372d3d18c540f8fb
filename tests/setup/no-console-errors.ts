import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/** What was written to console.error since the test began; a test that expects it takes it with `takeConsoleErrors`. */
let written: string[] = [];
const writeError = console.error;

export function takeConsoleErrors(): string[] {
  const taken = written;
  written = [];
  return taken;
}

beforeEach(() => {
  written = [];
  console.error = (...values: unknown[]) => {
    written.push(format(...values));
  };
});

afterEach(() => {
  console.error = writeError;
  const [first] = takeConsoleErrors();
  if (first !== undefined)
    throw new Error(`The test wrote to console.error, which nothing expected: ${first}`);
});
