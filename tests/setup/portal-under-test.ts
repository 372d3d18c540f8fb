import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../server/env.ts';
import type { Context } from '../../server/context.ts';
import { openPortal, type OpenedPortal } from '../../server/start/open-portal.ts';
import { openDatabase, type PrismaClient } from '../../server/store/sqlite/open-sqlite-store.ts';
import { makeDatabase } from './make-database.ts';

export interface PortalUnderTest extends Pick<OpenedPortal['store'], 'writer' | 'ledger'>, Context {
  context: Context;
  /** Its rows. */
  database: PrismaClient;
  dataFolder: string;
  close(): Promise<void>;
}

/** The portal in this process, on a data folder of its own, without its HTTP server and catalogue. */
export async function openPortalUnderTest(variables: Record<string, string>): Promise<PortalUnderTest> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farebox-callers-'));
  await makeDatabase(join(dataFolder, 'farebox.db'));
  const settings = readSettings({ NODE_ENV: 'test', FAREBOX_DATA: dataFolder, ...variables });
  const { context, store, close } = await openPortal(settings, {
    secrets: [Buffer.from('a secret of the tests, 32 bytes.')],
  });
  const { writer, ledger } = store;
  const database = openDatabase(settings.databaseFile);
  return {
    ...{ ...context, context, writer, database, ledger, dataFolder },
    async close() {
      await database.$disconnect();
      await close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
