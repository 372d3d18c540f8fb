import type pg from 'pg';
import { base32, randomLetters } from '../../server/call-id.ts';
import { withClient } from '../harness/postgres.ts';
import { callBody } from './calls.ts';
import { credits, ending } from './ledger.ts';

/** One of them makes a tenth of the calls. */
const accounts = 1_000;
const days = 20;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Paid calls of a thousand accounts in the last twenty days, in a database that has no others. Returns the account with
 * most of them. Its tables are written without a log (`wal_level = minimal`), each in the transaction that makes it.
 */
export async function seedPostgresLedger(databaseUrl: string, calls: number): Promise<string> {
  const first = new Date(Date.now() - days * dayMs);
  const facts: Facts = { calls, beginMs: first.getTime() };
  await withClient(databaseUrl, (client) => addAccounts(client, facts));
  await Promise.all([
    inTransaction(databaseUrl, [...partitionsOf('Call', first), addCalls(facts), addUse]),
    inTransaction(databaseUrl, [
      ...partitionsOf('CallEnding', first),
      addTexts('CallEnding', '("callKey", "ending")', `'${ending}'`, facts),
      ...partitionsOf('CallInput', first),
      addTexts('CallInput', '("callKey", "input", "bytes")', `'${callBody}', ${callBody.length}`, facts),
    ]),
    inTransaction(databaseUrl, [...partitionsOf('Entry', first), addGrants(facts), addCharges(facts)]),
  ]);
  return withClient(databaseUrl, (client) => finish(client, facts));
}

interface Facts {
  calls: number;
  beginMs: number;
}

async function inTransaction(databaseUrl: string, statements: string[]): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  });
}

/** The tables of the past, and those of today anew: what is written to a new table needs no log. */
function partitionsOf(table: string, first: Date): string[] {
  const from = `DATE '${first.toISOString().slice(0, 10)}'`;
  const [suffix, each] = table === 'CallInput' ? ['_YYYY_MM_DD', 'day'] : ['_YYYY_MM', 'month'];
  return [
    `SELECT "make_partition"('${table}', to_char(d, '${suffix}'), d::date, (d + interval '1 ${each}')::date)
       FROM generate_series(date_trunc('${each}', ${from}), now() AT TIME ZONE 'UTC', interval '1 ${each}') d`,
    `TRUNCATE "${table}"`,
  ];
}

async function addAccounts(client: pg.Client, { calls, beginMs }: Facts): Promise<void> {
  const ids = Array.from({ length: accounts }, () => `acc_${randomLetters(16)}`);
  await client.query(
    `INSERT INTO "Account" ("id", "name", "createdAt") SELECT id, id, "time_of"($2) FROM unnest($1::text[]) id`,
    [ids, beginMs],
  );
  await client.query(
    `WITH one AS (SELECT ${accountOf} AS place, count(*) AS calls FROM generate_series(1, $3::bigint) n GROUP BY 1)
     INSERT INTO "Purse" ("key", "id", "posted", "pending", "entryCount", "keptBytes")
     SELECT ${purseOf('place')}, ($1::text[])[place + 1], 0, 0, one.calls + 1, one.calls * $2 FROM one`,
    [ids, callBody.length, calls],
  );
}

// The values of a call, as SQL expressions of its number n.
const accountOf = `CASE WHEN n % 10 = 0 THEN 0 ELSE n * 7 % ${accounts - 1} + 1 END`;
const firstPurse = 3;
const purseOf = (account: string) => `${firstPurse} + ${account}`;
/** The last day has none. */
const beganMs = ({ calls, beginMs }: Facts) => `(${beginMs} + n * ${(days - 1) * dayMs} / ${calls})`;
/** A call takes 5 ms. */
const endedMs = (facts: Facts) => `(${beganMs(facts)} + 5)`;
const keyAt = (ms: string, number: string) =>
  `("first_key"(("time_of"(${ms}) AT TIME ZONE 'UTC')::date) | ${number})`;
const callKey = (facts: Facts) => keyAt(beganMs(facts), 'n');
/** As `newCallId` makes it: ten letters of time, and others that nobody guesses. */
const callId = (facts: Facts) => {
  const letters = Array.from(
    { length: 10 },
    (_, place) => `substr('${base32}', (${beganMs(facts)} >> ${5 * (9 - place)} & 31)::integer + 1, 1)`,
  );
  return `'call_' || ${letters.join(' || ')} || translate(left(md5(n::text), 16), '0123456789abcdef', '${base32.slice(8, 24)}')`;
};
const eachCall = ({ calls }: Facts) => `FROM generate_series(1, ${calls}::bigint) n`;

const addCalls = (facts: Facts) =>
  `INSERT INTO "Call" ("key", "id", "purseKey", "owner", "productKey", "versionKey", "state", "quoted", "charged",
                       "startedAt", "settledAt", "inputHash", "instanceKey")
   SELECT ${callKey(facts)}, ${callId(facts)}, p."key", p."id", 1, 1, 1, ${credits}, ${credits},
          "time_of"(${beganMs(facts)}), "time_of"(${endedMs(facts)}), '${randomLetters(43)}', 1
     ${eachCall(facts)} JOIN "Purse" p ON p."key" = ${purseOf(accountOf)}`;

const addUse = `
  INSERT INTO "DailyUse" ("purseKey", "day", "productKey", "apiKeyKey", "memberKey", "calls", "credits")
  SELECT "purseKey", to_char("startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 1, 0, 0, count(*), sum("charged") FROM "Call" GROUP BY 1, 2`;

const addTexts = (table: string, columns: string, values: string, facts: Facts) =>
  `INSERT INTO "${table}" ${columns} SELECT ${callKey(facts)}, ${values} ${eachCall(facts)}`;

/** The first entries: each account gets what it spends. */
const addGrants = ({ beginMs }: Facts) =>
  `INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at")
   SELECT ${keyAt(String(beginMs), '(2 * p."key" + side)')}, ${keyAt(String(beginMs), '2 * p."key"')},
          CASE side WHEN 0 THEN 1 ELSE p."key" END, (2 * side - 1) * (p."entryCount" - 1) * ${credits}, 'grant', "time_of"(${beginMs})
     FROM "Purse" p CROSS JOIN generate_series(0, 1) side WHERE p."key" > 2`;

const entriesBefore = 2 * (firstPurse + accounts);
const addCharges = (facts: Facts) => {
  const entryKey = (side: string) => keyAt(endedMs(facts), `(${entriesBefore} + 2 * n + ${side})`);
  return `
    INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at", "callKey")
    SELECT ${entryKey('side')}, ${entryKey('0')}, CASE side WHEN 0 THEN ${purseOf(accountOf)} ELSE 2 END,
           (2 * side - 1) * ${credits}, 'charge', "time_of"(${endedMs(facts)}), ${callKey(facts)}
      ${eachCall(facts)} CROSS JOIN generate_series(0, 1) side`;
};

async function finish(client: pg.Client, { calls }: Facts): Promise<string> {
  const statements = [
    `UPDATE "Purse" SET "posted" = ${-calls * credits} WHERE "key" = 1`,
    `UPDATE "Purse" SET "posted" = ${calls * credits} WHERE "key" = 2`,
    `SELECT setval('"Call_number"', ${calls}), setval('"Entry_number"', ${entriesBefore + 2 * calls + 1}),
            setval(pg_get_serial_sequence('"Purse"', 'key'), max("key")) FROM "Purse"`,
    // They are looked at when a portal tends its ledger, once.
    `UPDATE "LedgerProgress" SET "freeInputsPruned" = (SELECT max("callKey") FROM "CallInput")`,
    'VACUUM (ANALYZE)',
    'CHECKPOINT',
  ];
  for (const statement of statements) await client.query(statement);
  const { rows } = await client.query<{ id: string }>(`SELECT "id" FROM "Purse" WHERE "key" = ${firstPurse}`);
  return rows[0]?.id ?? '';
}
