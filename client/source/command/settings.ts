import { env } from 'node:process';
import { Farebox } from '../farebox.ts';
import { UsageError } from './exit.ts';

/** The options that each command has. */
export const settingOptions = {
  url: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface Settings {
  url?: string | undefined;
  key?: string | undefined;
}

/** The client by options or by the environment. */
export function clientOf({ url = env['FAREBOX_URL'], key = env['FAREBOX_KEY'] }: Settings): Farebox {
  if (!url) throw new UsageError('Which portal? Set FAREBOX_URL, or add --url https://portal.example');
  try {
    return new Farebox({ url, key: key || undefined });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${url} is no address of a portal.`);
    throw error;
  }
}
