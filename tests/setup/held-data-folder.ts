import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { startControlSocket } from '../../server/control/start-control-socket.ts';
import { readSettings } from '../../server/env.ts';
import { ownPublishingSettings, type PublishingSettings } from '../../server/products/online-hindrance.ts';
import { takeLease } from '../../server/store/sqlite/lease.ts';
import { startWriter } from '../../server/store/sqlite/writer/start-writer.ts';
import type { Writer } from '../../server/store/writer.ts';
import { makeDatabase } from './make-database.ts';

/**
 * A new data folder that this process uses as a portal does: commands write through it, in a quarter of the time that
 * a store of their own takes.
 */
export async function holdDataFolder(dataFolder: string) {
  await makeDatabase(join(dataFolder, 'farebox.db'));
  return useDataFolder(dataFolder, ownPublishingSettings(readSettings({})));
}

/** As a portal does, until it is closed. */
export async function useDataFolder(dataFolder: string, settings: PublishingSettings) {
  const lease = takeLease(dataFolder);
  const databaseFile = join(dataFolder, 'farebox.db');
  const writer: Writer = await startWriter(databaseFile);
  const held = {
    dataFolder,
    writer,
    /** What the portal allows, and which credentials it has. */
    settings,
    query(sql: string): unknown[] {
      const database = new SqliteDatabase(databaseFile);
      try {
        const statement = database.prepare(sql);
        return statement.reader ? statement.all() : [statement.run()];
      } finally {
        database.close();
      }
    },
    /** Leaves nothing that was published. */
    emptyCatalogue(): void {
      const database = new SqliteDatabase(databaseFile);
      database.pragma('foreign_keys = OFF');
      const tables = [
        ...[
          'ApiOperation',
          'Api',
          'ProductTag',
          'StaleProduct',
          'ProductRelease',
          'ProductCredential',
          'Product',
          'TemplateVersion',
          'Template',
        ],
        ...['Tag', 'SynonymGroup', 'SearchWord', 'product_search', 'api_search'],
      ];
      for (const table of tables) database.exec(`DELETE FROM ${table}`);
      database.close();
    },
    async close(): Promise<void> {
      await socket.close();
      await writer.close();
      lease.release();
    },
  };
  const socket = await startControlSocket(dataFolder, writer, () => ({
    ...held.settings,
    url: readSettings().url,
  }));
  return held;
}
