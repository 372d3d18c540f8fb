import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { answerSteps } from '../../lib/operator/answer-times.ts';
import { randomLetters } from '../../server/call-id.ts';
import { spans, startOf, sumKinds } from '../../server/store/calls/usage-sums.ts';
import { addAccount, addKey, seedStore } from './calls.ts';
import { seedLedger } from './ledger.ts';
import { usual } from '../harness/findings.ts';
import { seedProducts } from './products.ts';

const people = 10_000;
const keys = 20_000;
const mails = 20_000;
const changes = 100_000;
const products = usual(10_000, 100);
const calledProducts = usual(1_000, 100);
/** As in the ledger's seed. */
const firstPurse = 3;
const hourMs = 60 * 60_000;
const hours = 8 * 24;

/** Writes accounts with calls, people, keys, mails, changes and outcomes. Returns the key of an operator. */
export async function seedConsole(dataFolder: string, accounts: number, calls: number): Promise<string> {
  await seedLedger(dataFolder, calls, accounts);
  const operatorKey = await seedStore({ dataFolder }, async (writer) => {
    await seedProducts(writer, products);
    return addKey(writer, await addAccount(writer), { operator: true });
  });
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'));
  database.pragma('synchronous = OFF');
  const now = Date.now();
  const add = {
    person: database.prepare(
      'INSERT INTO Person (id, email, emailKey, name, createdAt) VALUES (?, ?, ?, ?, ?)',
    ),
    key: database.prepare(
      `INSERT INTO ApiKey (id, accountKey, name, hash, hint, operator, createdAt) VALUES (?, ?, 'Seeded', ?, 'abcd', 0, ?)`,
    ),
    mail: database.prepare(
      `INSERT INTO Mail (id, kind, "to", subject, text, createdAt, attempts, sentAt, failedAt)
       VALUES (?, 'invitation', ?, 'You are invited', 'Seeded', ?, 1, ?, ?)`,
    ),
    change: database.prepare(
      `INSERT INTO AuditEntry (number, at, actorKind, actorId, verb, target, previous, hash)
       VALUES (?, ?, 'person', ?, ?, ?, '', '')`,
    ),
    outcome: database.prepare(
      `INSERT INTO HourlyOutcome (hour, productKey, calls, failed, denied, answered, answeredMs, lastSuccessAt)
       VALUES (?, ?, 100, ?, 0, 100, 2000, ?)`,
    ),
  };
  const ids = Array.from({ length: people }, () => `per_${randomLetters(16)}`);
  database.transaction(() => {
    for (const [index, id] of ids.entries())
      add.person.run(id, `${id}@example.com`, `${id}@example.com`, `Person ${index}`, now);
    for (let index = 0; index < keys; index += 1)
      add.key.run(`key_${randomLetters(16)}`, (index % accounts) + 1, randomLetters(43), now);
    for (let index = 0; index < mails; index += 1) {
      const isFailed = index % 100 === 0;
      const to = `${ids[index % people]}@example.com`;
      add.mail.run(`mail_${randomLetters(16)}`, to, now, isFailed ? null : now, isFailed ? now : null);
    }
    const { last } = Object(database.prepare('SELECT max(number) AS last FROM AuditEntry').get());
    for (let index = 1; index <= changes; index += 1) {
      const verb = index % 3 === 0 ? 'grant' : 'open-session';
      add.change.run(Number(last) + index, now, ids[index % people], verb, ids[(index * 7) % people]);
    }
    const hour = Math.floor(now / hourMs);
    for (let ago = 0; ago < hours; ago += 1)
      for (let product = 1; product <= calledProducts; product += 1)
        add.outcome.run(hour - ago, product, product % 10 === 0 && ago < 2 ? 30 : 0, now - ago * hourMs);
    addUsage(database, accounts, hour);
    database.prepare('UPDATE OutcomeProgress SET countedCall = (SELECT max(key) FROM Call)').run();
    markChecked(database);
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return operatorKey;
}

const usageDays = 65;
const usageMonths = 25;
const failingProducts = 100;

/** Sums as two months and two years leave them, if all accounts call and a tenth of the products fail each day. */
function addUsage(database: SqliteDatabase.Database, accounts: number, hour: number): void {
  const sum = database.prepare(
    'INSERT INTO UsageSum (span, kind, since, subject, reason, calls, failed, credits) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const addOfSpan = (span: number, since: number, calls: number) => {
    for (let purse = 0; purse < accounts; purse += 1)
      sum.run(span, sumKinds.purse, since, firstPurse + purse, '', calls, 0, calls * ((purse * 7) % 100));
    for (let product = 1; product <= calledProducts; product += 1)
      sum.run(span, sumKinds.product, since, product, '', calls, product % 10, calls * ((product * 7) % 100));
    for (let product = 1; product <= failingProducts; product += 1)
      for (const reason of ['503', 'timeout', 'credential'])
        sum.run(span, sumKinds.failure, since, product, reason, product % 10, 0, 0);
  };
  const addOfPortal = (span: number, since: number, calls: number) => {
    sum.run(span, sumKinds.portal, since, 0, '', calls, calls / 100, calls * 5);
    for (const step of answerSteps.keys()) sum.run(span, sumKinds.answer, since, step, '', calls / 40, 0, 0);
  };
  for (let ago = 0; ago < usageDays; ago += 1) addOfSpan(spans.day, startOf(spans.day, hour) - ago * 24, 50);
  for (let ago = 0; ago < 2 * 365 * 24; ago += 1) addOfPortal(spans.hour, hour - ago, 20_000);
  let month = startOf(spans.month, hour);
  for (let ago = 0; ago < usageMonths; ago += 1, month = startOf(spans.month, month - 1)) {
    addOfSpan(spans.month, month, 1_500);
    addOfPortal(spans.month, month, 14_000_000);
  }
}

/** A portal checks its calls while they come. All of these at once would keep it busy for a quarter of an hour. */
function markChecked(database: SqliteDatabase.Database): void {
  database.exec(`
    UPDATE LedgerProgress SET checkedEntry = (SELECT max(key) FROM Entry),
      checkedCall = (SELECT max(key) FROM Call);
    UPDATE Purse SET checkedPosted = posted;
    UPDATE DailyUse SET checkedCalls = calls, checkedCredits = credits;
  `);
}
