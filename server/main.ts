import { parseArgs } from 'node:util';
import { MigrationRefused } from '../prisma/migrate.ts';
import { databaseUnusable } from './store/sqlite/database-unusable.ts';
import { readSettings, SettingsError } from './env.ts';
import { LeaseHeld } from './store/sqlite/lease.ts';
import { logWhatIsPrinted, tellPerson } from './portal/printed-lines.ts';
import { startPortal } from './portal/start-portal.ts';

const { values } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    /** All through Next, for the tests that show that both ways answer alike. */
    'no-lane': { type: 'boolean', default: false },
  },
});

// Whoever read these lines may be gone. Without a listener each write would fail as an uncaught error, which Next writes
// down, which fails as well: for ever, and nobody is answered any more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// In development a person reads what Next prints.
if (!values.dev) logWhatIsPrinted();

try {
  await startPortal({ dev: values.dev, lane: !values.dev && !values['no-lane'] });
} catch (error) {
  tellPerson(
    `${sentenceOf(error)}
`,
    'stderr',
  );
  process.exit(2);
}

/** What a person can mend; anything else is thrown as it is. */
function sentenceOf(error: unknown): string {
  const isForPeople = [SettingsError, LeaseHeld, MigrationRefused].some((type) => error instanceof type);
  if (isForPeople && error instanceof Error) return error.message;
  const unusable = databaseUnusable(readSettings().databaseFile, error);
  if (unusable) return unusable.message;
  throw error;
}
