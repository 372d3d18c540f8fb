import { join } from 'node:path';
import { migrate } from '../../../prisma/migrate.ts';
import { migrationsFolder } from '../../../prisma/migration-list.ts';
import { backUpBeforeUpdate } from '../backup/back-up-before-update.ts';
import type { PortalStore } from '../store.ts';
import { countOutcomes, pruneImports, tendLedger, together } from '../tend-ledger.ts';
import { databaseUnusable } from './database-unusable.ts';
import { pruneLedger } from './ledger/prune-ledger.ts';
import { openWritingStore } from './open-sqlite-store.ts';
import { storeProgramVersion } from './program-version.ts';
import { startWriter } from './writer/start-writer.ts';
import { takeLease } from './lease.ts';

interface OwnStoreOptions {
  /** Whether searches are cached. */
  keep?: boolean;
  updateBackup?: boolean;
}

/** Migrates and opens the store of a data folder that no other process uses. */
export async function openOwnStore(
  dataFolder: string,
  { keep = true, updateBackup = true }: OwnStoreOptions = {},
): Promise<PortalStore> {
  const lease = takeLease(dataFolder);
  try {
    const databaseFile = join(dataFolder, 'farebox.db');
    await migrate(databaseFile, migrationsFolder, (lastMigration) =>
      backUpBeforeUpdate({ dataFolder, updateBackup }, lastMigration),
    );
    storeProgramVersion(databaseFile);
    const writer = await startWriter(databaseFile);
    const store = await openWritingStore(databaseFile, writer, { keep });
    return {
      ...store,
      died: writer.died.then((error) => databaseUnusable(databaseFile, error) ?? error),
      // No other process uses it.
      agreeOnSecrets: (fingerprints) => Promise.resolve(fingerprints.at(-1)),
      alone: (task) => task(),
      addTaken: undefined,
      sharePlaces: undefined,
      tend: (retentionDays) =>
        together(
          tendLedger({
            ledger: store.ledger,
            async prune() {
              // Before the file is shortened.
              const imports = await pruneImports(writer, Date.now());
              return { ...(await pruneLedger(writer, Date.now(), retentionDays)), imports };
            },
            unlessBusy: (tend) => tend(),
          }),
          // One writer: calls become visible in order.
          countOutcomes({ writer, readHorizon: () => Promise.resolve(Number.MAX_SAFE_INTEGER) }),
        ),
      async close() {
        await store.close();
        lease.release();
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}
