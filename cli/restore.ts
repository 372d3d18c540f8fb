import { resolve } from 'node:path';
import { restore } from '../server/store/sqlite/backup/restore.ts';
import { ensureDataFolder, readSettings } from '../server/env.ts';
import { readArguments } from './read-arguments.ts';

const usage = 'Expected farebox restore FILE, as in: npm run farebox -- restore farebox-2026-11-21.db.';

/** `farebox restore FILE`, while no portal runs. */
export async function restoreCommand(args: string[]): Promise<number> {
  const { positionals } = readArguments(args, { usage, words: [1, 1], options: {} });
  const { dataFolder, databaseFile } = readSettings();
  ensureDataFolder(dataFolder);
  const file = resolve(positionals[0] ?? '');
  const aside = await restore(dataFolder, databaseFile, file, Date.now());
  process.stdout.write(`${file} is now the data of the portal. Its ledger is consistent.\n`);
  if (aside !== null) process.stdout.write(`The previous data is beside it, as ${aside}.\n`);
  return 0;
}
