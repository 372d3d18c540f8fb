import { stderr, stdout } from 'node:process';

/** Results are JSON on standard output, for programs. */
export function printJson(value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printText(text: string): void {
  stdout.write(text);
}

/** Sentences are on standard error, for people. */
export function say(sentence: string): void {
  stderr.write(`${sentence}\n`);
}

export function credits(count: number): string {
  return count === 1 ? '1 credit' : `${count} credits`;
}
