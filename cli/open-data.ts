import { join } from 'node:path';
import { openWriter } from '../server/control/open-writer.ts';
import { openDatabase, type PrismaClient } from '../server/store/sqlite/database.ts';
import { readSettings } from '../server/env.ts';
import type { Writer } from '../server/store/writer.ts';

/** What a command works on. */
export interface Data {
  writer: Writer;
  database: PrismaClient;
}

/** The data of the portal that the settings name, for as long as the command takes. */
export async function withData<Result>(use: (data: Data) => Promise<Result>): Promise<Result> {
  const { dataFolder } = readSettings();
  const writer = await openWriter(dataFolder);
  const database = openDatabase(join(dataFolder, 'farebox.db'));
  try {
    return await use({ writer, database });
  } finally {
    await database.$disconnect();
    await writer.close();
  }
}
