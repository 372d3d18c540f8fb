import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { givenSecrets, readSettings } from '../../server/env.ts';
import { isDatabaseAddress } from '../../server/settings.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import { readSecrets } from '../../server/portal/read-secrets.ts';
import { cancelMove, moveData, type MoveListener } from '../../server/move/move-data.ts';
import { databaseUnreachable } from '../../server/store/postgres/database-unreachable.ts';
import { hasLedger } from '../../server/store/sqlite/ledger/sqlite-ledger.ts';
import { print, printNote, Refusal } from '../print.ts';

export async function movePortal(to: string): Promise<void> {
  if (!isDatabaseAddress(to))
    throw new Refusal('Expected an address such as postgres://user:password@host:5432/farebox after --to.');
  const dataFolder = movedFolder();
  const secretFile = join(dataFolder, 'secret');
  if (givenSecrets() === undefined && !existsSync(secretFile))
    throw new Refusal(`${secretFile} does not exist. Set FAREBOX_SECRET to the secret of the portal.`);
  const secret = portalSecret(readSecrets({ dataFolder, databaseUrl: undefined }));
  const listener = process.stderr.isTTY ? liveLine() : plainLines();
  try {
    await moveData({ dataFolder, to, secret }, listener);
  } catch (error) {
    throw databaseUnreachable(to, error) ?? error;
  } finally {
    listener.end();
  }
  const secretHint =
    givenSecrets() === undefined
      ? `FAREBOX_SECRET set to the content of ${secretFile}`
      : 'the same FAREBOX_SECRET as now';
  print(
    `All data is in the database, and the copy is verified. Start the portal with DATABASE_URL set to its address, and ${secretHint}.\n${dataFolder} is refused from now on: keep it as a backup.\n`,
  );
}

export async function cancelPortalMove(): Promise<void> {
  await cancelMove(movedFolder());
  print('The portal on the folder takes calls again. Drop the database: its copy is no longer needed.\n');
}

/** The data folder of the settings, which must have data. */
function movedFolder(): string {
  const { dataFolder, databaseFile, databaseUrl } = readSettings();
  if (databaseUrl !== undefined)
    throw new Refusal(
      'DATABASE_URL is set, so the data is in PostgreSQL already. Unset it to move the data of FAREBOX_DATA.',
    );
  if (!hasLedger(databaseFile))
    throw new Refusal(
      `${databaseFile} has no ledger. Set FAREBOX_DATA to the data folder of a portal that has run.`,
    );
  return dataFolder;
}

interface Display extends MoveListener {
  end(): void;
}

/** One line that is written over. */
function liveLine(): Display {
  const draw = (text: string) => printNote(`\r\x1b[2K${text}`);
  return {
    step: (name) => draw(`${name} …`),
    rows: (table, done, all) => draw(rowsText(table, done, all)),
    end: () => draw(''),
  };
}

/** A line for each step, for each table, and for each percent of the rows. */
function plainLines(): Display {
  let last = '';
  const say = (key: string, text: string) => {
    if (key !== last) printNote(`${text}\n`);
    last = key;
  };
  return {
    step: (name) => say(name, `${name} …`),
    rows: (table, done, all) => say(`${table} ${percentOf(done, all)}`, rowsText(table, done, all)),
    end() {},
  };
}

function rowsText(table: string, done: number, all: number): string {
  return `Copying ${table}: ${groupedNumber(done)} of ${groupedNumber(all)} rows, ${percentOf(done, all)} %`;
}

function percentOf(done: number, all: number): number {
  return all === 0 ? 100 : Math.floor((100 * done) / all);
}
