import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BackupRefused } from '../../backup/backup-files.ts';
import { rulesOf } from '../../sql/check-rules.ts';
import { lostAfterMs } from '../ledger/instance.ts';
import { failureOf, runTool, splitPassword } from './run-tool.ts';

interface RestoreOptions {
  /** Whether the ledger is checked. This version knows the rules of its own tables. */
  checksLedger: boolean;
}

/**
 * Replaces the data of a database by a backup. Everything is one transaction, even the check of the ledger at its end: if
 * anything fails, the database is as it was. A portal that starts meanwhile waits.
 */
export async function restoreDatabase(
  databaseUrl: string,
  file: string,
  { checksLedger }: RestoreOptions = { checksLedger: true },
): Promise<void> {
  if (!statSync(file, { throwIfNoEntry: false })) throw new BackupRefused(`There is no file ${file}.`);
  const list = await runTool({ name: 'pg_restore', args: ['--list', file] });
  if (!/ TABLE \S+ Purse /.test(list))
    throw new BackupRefused(`${file} cannot be restored: it is not a backup of a Farebox database.`);
  const { address, password } = splitPassword(databaseUrl);
  const options = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1'];
  const args = [...options, `--dbname=${address}`, '--file=-'];
  try {
    await runTool({ name: 'psql', args, password, input: Readable.from(script(file, checksLedger)) });
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new BackupRefused(`${file} was not restored, and nothing has changed: ${error.message}`, {
      cause: error,
    });
  }
}

/** A script that is cut off has no COMMIT, and so changes nothing. */
async function* script(file: string, checksLedger: boolean): AsyncGenerator<string | Buffer> {
  yield `BEGIN;\n${emptied}\n`;
  const dump = spawn('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file]);
  dump.stdin.end();
  const said = text(dump.stderr);
  const ended = new Promise<number | null>((resolve) => {
    dump.once('close', resolve);
    dump.once('error', () => resolve(null));
  });
  const parts: AsyncIterable<Buffer> = dump.stdout;
  let isFirst = true;
  for await (const part of parts) {
    yield isFirst ? withoutNewSettings(part) : part;
    isFirst = false;
  }
  if ((await ended) !== 0) throw failureOf('pg_restore', await said);
  const checks = checksLedger ? rulesOf('postgres').map(({ sql }) => checked(sql)) : [];
  yield `\nRESET search_path;\nANALYZE;\n${checks.join('\n')}\n${begunAnew}\nCOMMIT;\n`;
}

/**
 * A portal that was paused meanwhile knows calls by numbers of after the backup, which are not given again. The portals of
 * the backup are gone, and their open calls are resolved by the next one.
 */
const begunAnew = `UPDATE "Instance" SET "fencedAt" = clock_timestamp() WHERE "fencedAt" IS NULL;
SELECT setval('"Call_number"', last_value + 268435456) FROM "Call_number";
SELECT setval('"Entry_number"', last_value + 268435456) FROM "Entry_number";
SELECT setval(pg_get_serial_sequence('"Instance"', 'key'), coalesce(max("key"), 0) + 1000000) FROM "Instance";`;

/** pg_restore 17 sets this at the start of its script, and older servers do not know it. */
function withoutNewSettings(part: Buffer): Buffer {
  return Buffer.from(part.toString('latin1').replace('SET transaction_timeout = 0;', ''), 'latin1');
}

/** A condition in SQL. */
export const portalRuns = `EXISTS (SELECT 1 FROM "Instance" WHERE "fencedAt" IS NULL
  AND "seenAt" > clock_timestamp() - ${lostAfterMs} * interval '1 millisecond')`;

export const stopPortalsFirst = `A portal runs on the database, or was killed in the last ${lostAfterMs / 1_000} s. Stop all portals first`;

/** Drops what the portal has, and what a later version than that of the backup has added. */
const emptied = `DO $$
DECLARE
    v_names text;
BEGIN
    IF to_regclass('"Instance"') IS NOT NULL THEN
        LOCK TABLE "Instance" IN ACCESS EXCLUSIVE MODE;
        IF ${portalRuns} THEN
            RAISE EXCEPTION '${stopPortalsFirst}';
        END IF;
    ELSIF EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')) THEN
        RAISE EXCEPTION 'The database has tables of another program';
    END IF;
    SELECT string_agg(c.oid::regclass::text, ', ') INTO v_names FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition;
    IF v_names IS NOT NULL THEN EXECUTE format('DROP TABLE %s CASCADE', v_names); END IF;
    SELECT string_agg(c.oid::regclass::text, ', ') INTO v_names FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S';
    IF v_names IS NOT NULL THEN EXECUTE format('DROP SEQUENCE %s', v_names); END IF;
    SELECT string_agg(p.oid::regprocedure::text, ', ') INTO v_names FROM pg_proc p
     WHERE p.pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e');
    IF v_names IS NOT NULL THEN EXECUTE format('DROP FUNCTION %s CASCADE', v_names); END IF;
END $$;`;

const mostSentences = 5;

/** Fails if a rule of the ledger is violated. */
function checked(sql: string): string {
  return `DO $check$
DECLARE
    v_found text;
BEGIN
    SELECT string_agg(sentence, ' ') INTO v_found FROM (SELECT * FROM (${sql}) all_found LIMIT ${mostSentences}) found;
    IF v_found IS NOT NULL THEN RAISE EXCEPTION 'its ledger is inconsistent. %', v_found; END IF;
END $check$;`;
}
