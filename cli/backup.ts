import { resolve } from 'node:path';
import { backUp } from '../server/store/sqlite/backup/back-up.ts';
import { readSettings } from '../server/env.ts';
import { readArguments } from './read-arguments.ts';

const usage = 'Expected farebox backup FILE, as in: npm run farebox -- backup farebox-2026-11-21.db.';

/** `farebox backup FILE`, whether the portal runs or not. */
export async function backupCommand(args: string[]): Promise<number> {
  const { positionals } = readArguments(args, { usage, words: [1, 1], options: {} });
  const file = resolve(positionals[0] ?? '');
  const bytes = backUp(readSettings().databaseFile, file);
  process.stdout.write(`${file} has all of the portal's data (${bytes} bytes).\n`);
  return 0;
}
