import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import { MigrationRefused } from '../prisma/applied-migrations.ts';
import { runWorkers } from './cluster/run-workers.ts';
import { readSettings, SettingsError } from './env.ts';
import { LeaseHeld } from './store/sqlite/lease.ts';
import { storeUnusable } from './control/open-store.ts';
import { restoreAsked } from './start/restore-asked.ts';
import { logWhatIsPrinted, tellPerson } from './portal/printed-lines.ts';
import { startPortal } from './start/start-portal.ts';

const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });

// The reader of the output may be gone. Without a listener each write would fail with an uncaught error, which Next
// would log, in an endless loop that blocks all requests.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// In development people read Next's output directly.
if (!values.dev) logWhatIsPrinted();

try {
  const settings = readSettings();
  if (settings.processes > 1 && cluster.isPrimary && !values.dev) await runWorkers(settings);
  else {
    await restoreAsked(settings);
    await startPortal({ dev: values.dev });
  }
} catch (error) {
  tellPerson(`${sentenceOf(error)}\n`, 'stderr');
  process.exit(2);
}

/** The message of an expected error; others are thrown again. */
function sentenceOf(error: unknown): string {
  const isForPeople = [SettingsError, LeaseHeld, MigrationRefused].some((type) => error instanceof type);
  if (isForPeople && error instanceof Error) return error.message;
  const unusable = storeUnusable(readSettings(), error);
  if (unusable) return unusable.message;
  throw error;
}
