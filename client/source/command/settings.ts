import { env, stderr, stdout } from 'node:process';
import { Farebox } from '../farebox.ts';

/** The options that each command has. */
export const settingOptions = {
  url: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Settings {
  url?: string | undefined;
  key?: string | undefined;
}

/** The client by options or by the environment. */
export function clientOf({ url = env['FAREBOX_URL'], key = env['FAREBOX_KEY'] }: Settings): Farebox {
  if (!url) throw new UsageError('Which portal? Set FAREBOX_URL, or add --url https://portal.example');
  try {
    return new Farebox({ url, key: key || undefined });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${url} is not the address of a portal.`);
    throw error;
  }
}

/** The codes with which commands end. */
export const exitCodes = {
  done: 0,
  /** The portal refused, the call failed, or a receipt does not hold. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
  /** No portal answered. */
  noAnswer: 3,
} as const;

/** A command that cannot be carried out as it was given. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

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
