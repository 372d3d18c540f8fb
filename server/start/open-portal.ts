import { type Settings, SettingsError } from '../env.ts';
import { log } from '../log.ts';
import type { Pages } from '../pages/pages.ts';
import type { Ledger } from '../store/ledger.ts';
import { openPortalStore } from '../control/open-store.ts';
import type { PortalStore } from '../store/store.ts';
import type { Context } from '../context.ts';
import { setPortal } from '../doors/current-portal.ts';
import { makePortal } from './make-portal.ts';
import type { SecretList } from '../portal/portal-secret.ts';
import { readSecrets, secretFingerprint, secretNamedBy } from '../portal/read-secrets.ts';
import type { ToolboxProcess } from '../portal/toolbox-process.ts';

export interface OpenedPortal {
  context: Context;
  store: PortalStore;
  close(): Promise<void>;
}

interface Options {
  /** Whether caches are enabled. Disabled in development, where code changes must show at once. */
  keep?: boolean;
  /** The default are those of the settings, or in the data folder. */
  secrets?: SecretList;
  pages?: Pick<Pages, 'check'>;
  toolbox?: ToolboxProcess;
}

const noPages = { check: () => Promise.resolve() };

/** Opens the portal of this process on the data folder of the settings. */
export async function openPortal(
  settings: Settings,
  { keep = true, secrets, pages = noPages, toolbox }: Options = {},
): Promise<OpenedPortal> {
  // A database is not touched without the secret of its portals; a folder is made before its own.
  const given = settings.databaseUrl === undefined ? secrets : (secrets ?? readSecrets(settings));
  const store = await openPortalStore(settings, keep);
  const all = given ?? readSecrets(settings);
  const naming = await store.agreeOnSecrets(all.map(secretFingerprint));
  if (naming === undefined) {
    await store.close();
    throw new SettingsError(
      'FAREBOX_SECRET has no secret of the other portals of this database. Set it to the same value: quotes, sessions and guests depend on it.',
    );
  }
  await recover(store.ledger);
  const portal = makePortal(settings, store, {
    secret: secretNamedBy(naming, all),
    keep,
    pages,
    toolbox,
  });
  await portal.context.face.read();
  setPortal(portal);
  const { context } = portal;
  const close = async () => {
    await context.gateway.close();
    await store.close();
  };
  return { context, store, close };
}

/**
 * Runs before the first request: releases the holds that an earlier process left open. Their calls are never repeated.
 */
async function recover(ledger: Ledger): Promise<void> {
  const { unknown } = await ledger.recover(Date.now());
  if (unknown > 0) log('error', 'calls-left-unknown', { calls: unknown });
}
