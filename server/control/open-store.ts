import { join } from 'node:path';
import { startControlSocket } from './start-control-socket.ts';
import { type Settings, SettingsError, type DataPlace } from '../env.ts';
import { ownPublishingSettings, publishingSettings } from '../products/online-hindrance.ts';
import { portalSecret } from '../portal/portal-secret.ts';
import { secretsAtHand } from '../portal/read-secrets.ts';
import { log } from '../log.ts';
import { findOpenToOthers } from '../portal/private-files.ts';
import { askRunningSettings, openSharedStore } from './connect-writer.ts';
import type { RunningSettings } from './control-request.ts';
import { commandAuthor } from '../store/author.ts';
import { backUpBeforeUpdate } from '../store/backup/back-up-before-update.ts';
import { moveSentence } from '../store/move/move-state.ts';
import { readMove } from '../store/sqlite/jobs/move.ts';
import { databaseUnreachable } from '../store/postgres/database-unreachable.ts';
import { openPostgresStore, openReadingPostgres } from '../store/postgres/open-postgres-store.ts';
import { databaseUnusable } from '../store/sqlite/database-unusable.ts';
import { openOwnStore } from '../store/sqlite/open-own-store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { PortalStore, Store } from '../store/store.ts';
import type { WatchedWriter, Writer } from '../store/writer.ts';

// Only this file knows which engines there are.

/** Opens the store of a portal. `keep`: whether searches are cached. */
export function openPortalStore(settings: Settings, keep: boolean): Promise<PortalStore> {
  const { databaseUrl } = settings;
  return databaseUrl === undefined
    ? openFolder(settings, keep)
    : openPostgresStore(databaseUrl, { keep, isPortal: true, beforeUpdate: backUpOf(settings) });
}

/** Commands write through the portal of the folder. */
async function openFolder(settings: Settings, keep: boolean): Promise<PortalStore> {
  const { dataFolder, updateBackup } = settings;
  const store = await openOwnStore(dataFolder, { keep, updateBackup });
  await refuseMoved(dataFolder, store);
  // The secret of a new folder is made after its database.
  const readRunning = async () => {
    const secrets = secretsAtHand(settings);
    const secret = secrets && portalSecret(secrets);
    const publishing = await publishingSettings(ownPublishingSettings(settings), { store, secret });
    return { ...publishing, url: settings.url };
  };
  const control = await startControlSocket(dataFolder, store.writer, readRunning);
  warnOfOpenFolder(dataFolder);
  return {
    ...store,
    async close() {
      await control.close();
      await store.close();
    },
  };
}

/** While data is being moved, a portal shows it. When it has moved, a start here is a mistake. */
async function refuseMoved(dataFolder: string, store: PortalStore): Promise<void> {
  const move = readMove(join(dataFolder, 'farebox.db'));
  if (!move?.isComplete) return;
  await store.close();
  throw new SettingsError(moveSentence(move));
}

function warnOfOpenFolder(dataFolder: string): void {
  const paths = findOpenToOthers(dataFolder);
  if (paths.length === 0) return;
  const sentence = `Other users of this machine can open ${paths.join(', ')}. To keep them out: chmod go= ${dataFolder}`;
  log('error', 'data-open-to-others', { sentence });
}

/** Opens the store for a command, also while portals run. */
export async function openCommandStore(place: DataPlace): Promise<Store> {
  const { databaseUrl, dataFolder, updateBackup } = place;
  const store = await (databaseUrl === undefined
    ? openSharedStore(dataFolder, updateBackup)
    : openPostgresStore(databaseUrl, { keep: false, isPortal: false, beforeUpdate: backUpOf(place) }));
  return { ...store, writer: asCommandLine(store.writer) };
}

/**
 * The settings of the portal that runs on a data folder, which will serve what a command publishes. Undefined if none
 * runs there. The portals of a database may run on other machines and are not asked.
 */
export async function askRunningPortal({
  databaseUrl,
  dataFolder,
}: DataPlace): Promise<RunningSettings | undefined> {
  return databaseUrl === undefined ? askRunningSettings(dataFolder) : undefined;
}

/** A writer whose changes are those of the user who runs the command. */
function asCommandLine(writer: Writer): Writer {
  return {
    run: (verb, payload, given = commandAuthor()) => writer.run(verb, payload, given),
    onPublish: (listener) => writer.onPublish(listener),
    close: () => writer.close(),
  };
}

const backUpOf = (place: DataPlace) => (lastMigration: string) => backUpBeforeUpdate(place, lastMigration);

/** Opens a store that only reads. `writer` passes on what another process publishes. */
export function openReadingStore(
  { databaseUrl, databaseFile }: Settings,
  writer: WatchedWriter,
): Store & { writer: WatchedWriter } {
  return databaseUrl === undefined
    ? openSqliteStore(databaseFile, writer, { readonly: true })
    : openReadingPostgres(databaseUrl, writer);
}

/** A readable error if the store cannot be used; otherwise undefined. */
export function storeUnusable({ databaseUrl, dataFolder }: DataPlace, error: unknown): Error | undefined {
  return databaseUrl === undefined
    ? databaseUnusable(join(dataFolder, 'farebox.db'), error)
    : databaseUnreachable(databaseUrl, error);
}
