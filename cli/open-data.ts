import { join } from 'node:path';
import type { PrismaClient } from '../server/store/sqlite/database.ts';
import type { Writer } from '../server/store/writer.ts';

/** What a command reads from and writes to. */
export interface Data {
  writer: Writer;
  database: PrismaClient;
}

/** Opens the data folder of the settings until `use` is done. */
export async function withData<Result>(use: (data: Data) => Promise<Result>): Promise<Result> {
  const { readSettings } = await import('../server/env.ts');
  return withDataFolder(readSettings().dataFolder, use);
}

/** Its modules load here, so that the help and the other commands start without them. */
export async function withDataFolder<Result>(
  dataFolder: string,
  use: (data: Data) => Promise<Result>,
): Promise<Result> {
  const { openWriter } = await import('../server/control/open-writer.ts');
  const { openDatabase } = await import('../server/store/sqlite/database.ts');
  const writer = await openWriter(dataFolder);
  const database = openDatabase(join(dataFolder, 'farebox.db'));
  try {
    return await use({ writer, database });
  } finally {
    await database.$disconnect();
    await writer.close();
  }
}
