import { earnedKey } from '../../../../lib/ledger/balances.ts';
import type { Database } from 'better-sqlite3';
import type { Findings } from '../../sql/findings.ts';
import { cappedKeys, spendingPeriods } from './check-calls.ts';
import { utcDay } from '../../../../lib/text/times.ts';

/** The sums of rows that are not yet marked as checked. */
export interface NewSums {
  /** By purse: the sum of entries, the sum of open holds, and the time of the last allowance. */
  posted: Map<number, number>;
  pending: Map<number, number>;
  allowedAt: Map<number, number>;
  /** The sum of open holds, by `purse day`. */
  held: Map<string, number>;
  /** By `purse day product key member`, as in DailyUse. */
  use: Map<string, { calls: number; credits: number }>;
  /** By `key period`, as in KeySpend, which has only keys with a limit. */
  spent: Map<string, number>;
  /** By `key day`, as in MemberSpend. */
  spentByMembers: Map<string, number>;
}

/** What was written since the last check, by the names of its sums. */
export interface Touched {
  purses: Set<number>;
  use: Set<string>;
  spent: Set<string>;
  spentByMembers: Set<string>;
}

interface Comparison {
  progress: { entry: number; call: number; purse: number };
  sums: NewSums;
  /** The rows written since the last check. */
  touched: Touched;
}

/** Unchanged purses are compared in turn, this many in each check. */
const pursesAtOnce = 10_000;

/** Compares stored figures with their sums. Returns the purse after which the next check continues. */
export function checkNewSums(database: Database, comparison: Comparison, findings: Findings): number {
  checkProgress(database, comparison.progress, findings);
  checkOpenCalls(database, comparison.progress.call, findings);
  checkUse(database, comparison, findings);
  checkSpending(database, comparison, findings);
  checkSpendingOfMembers(database, comparison, findings);
  checkSpendingOfAccounts(database, comparison, findings);
  return checkPurses(database, comparison, findings);
}

/** Checked rows are never deleted. */
function checkProgress(
  database: Database,
  { entry, call }: Comparison['progress'],
  findings: Findings,
): void {
  for (const [table, checked] of [
    ['Entry', entry],
    ['Call', call],
  ] as const) {
    const greatest =
      database.prepare<[], number>(`SELECT coalesce(max(key), 0) FROM ${table}`).pluck().get() ?? 0;
    if (greatest < checked)
      findings.add(
        'missing rows',
        `The table ${table} ends at ${greatest} but was checked up to ${checked}.`,
      );
  }
  for (const table of ['CallEnding', 'CallInput', 'IdempotentCall'])
    for (const key of database
      .prepare<[], number>(
        `SELECT callKey FROM ${table} WHERE callKey > (SELECT coalesce(max(key), 0) FROM Call)`,
      )
      .pluck()
      .all())
      findings.add(
        `rows of ${table} without a call`,
        `${table} has a row of call ${key}, which does not exist.`,
      );
}

/** No call up to the last checked one may be open. */
function checkOpenCalls(database: Database, lastChecked: number, findings: Findings): void {
  const first = database.prepare<[], number>('SELECT key FROM FirstOpenCall').pluck().get();
  if (first === undefined)
    findings.add('missing starting points', 'The starting point for open calls is missing.');
  const overlooked = database
    .prepare<[number, number], number>('SELECT key FROM Call WHERE key > ? AND key < ? AND state = 0')
    .pluck();
  for (const key of overlooked.all(lastChecked, first ?? 0))
    findings.add(
      'calls that a start overlooks',
      `Call ${key} is open, but a start looks only at later calls.`,
    );
}

function checkUse(database: Database, { sums, touched }: Comparison, findings: Findings): void {
  const find = database.prepare<string[], { calls: number; credits: number }>(
    `SELECT calls - checkedCalls AS calls, credits - checkedCredits AS credits
       FROM DailyUse WHERE purseKey = ? AND day = ? AND productKey = ? AND apiKeyKey = ? AND memberKey = ?`,
  );
  for (const name of touched.use) {
    const [purse = '', day = '', product = '', apiKey = '', member = ''] = name.split(' ');
    const { calls, credits } = sums.use.get(name) ?? { calls: 0, credits: 0 };
    const row = find.get(purse, day, product, apiKey, member);
    if (row?.calls !== calls || row.credits !== credits)
      findings.add(
        'days with a wrong number',
        `The daily use of purse ${purse} on ${day} with product ${product} by key ${apiKey} and member ${member} does not match its calls.`,
      );
  }
}

function checkSpending(database: Database, { sums, touched }: Comparison, findings: Findings): void {
  const find = database.prepare<string[], { credits: number; checked: number }>(
    'SELECT credits, checkedCredits AS checked FROM KeySpend WHERE apiKeyKey = ? AND period = ?',
  );
  const capped = cappedKeys(database);
  for (const name of touched.spent) {
    const [key = '', period = ''] = name.split(' ');
    if (!capped.has(Number(key))) continue;
    const { credits, checked } = find.get(key, period) ?? { credits: 0, checked: 0 };
    const counted = checked + (sums.spent.get(name) ?? 0);
    if (credits !== counted)
      findings.add(
        'keys with a wrong number',
        `The key ${key} has spent ${credits} credits in "${period}", and its calls add up to ${counted}.`,
      );
  }
}

function checkSpendingOfMembers(database: Database, { sums, touched }: Comparison, findings: Findings): void {
  const find = database.prepare<string[], { credits: number; checked: number }>(
    'SELECT credits, checkedCredits AS checked FROM MemberSpend WHERE memberKey = ? AND day = ?',
  );
  for (const name of touched.spentByMembers) {
    const [key = '', day = ''] = name.split(' ');
    const { credits, checked } = find.get(key, day) ?? { credits: 0, checked: 0 };
    if (credits !== checked + (sums.spentByMembers.get(name) ?? 0))
      findings.add(
        'members with a wrong number',
        `The spending of member ${key} on ${day} does not match the member's calls.`,
      );
  }
}

/** An account has figures while it has a cap. Its calls are those of its daily use, and the open ones. */
function checkSpendingOfAccounts(
  database: Database,
  { sums, touched }: Comparison,
  findings: Findings,
): void {
  const hasCap = database.prepare<[string]>(
    'SELECT 1 FROM Purse WHERE key = ? AND coalesce(capDay, capMonth, capTotal) IS NOT NULL',
  );
  const find = database.prepare<string[], { credits: number; checked: number }>(
    'SELECT credits, checkedCredits AS checked FROM AccountSpend WHERE purseKey = ? AND period = ?',
  );
  const spent = new Map<string, number>();
  const count = (name: string, credits: number) => {
    const [purse = '', day = ''] = name.split(' ');
    for (const period of spendingPeriods(day))
      spent.set(`${purse} ${period}`, (spent.get(`${purse} ${period}`) ?? 0) + credits);
  };
  for (const name of touched.use) count(name, sums.use.get(name)?.credits ?? 0);
  for (const [name, credits] of sums.held) count(name, credits);
  for (const [name, credits] of spent) {
    const [purse = '', period = ''] = name.split(' ');
    if (hasCap.get(purse) === undefined) continue;
    const row = find.get(purse, period) ?? { credits: 0, checked: 0 };
    if (row.credits !== row.checked + credits)
      findings.add(
        'accounts with a wrong number',
        `The spending of purse ${purse} in ${period} does not match the calls of its account.`,
      );
  }
}

interface PurseRow {
  key: number;
  id: string;
  posted: number;
  pending: number;
  checkedPosted: number;
  grantedDay: string | null;
  isSomebodys: 0 | 1;
}

const purseColumns = `p.key, p.id, p.posted, p.pending, p.checkedPosted, p.grantedDay,
  p.key <= ${earnedKey} OR substr(p.id, 1, 6) = 'guest_' OR EXISTS (SELECT 1 FROM Account a WHERE a.id = p.id) AS isSomebodys`;

function checkPurses(
  database: Database,
  { progress, sums, touched }: Comparison,
  findings: Findings,
): number {
  const find = database.prepare<[number], PurseRow>(`SELECT ${purseColumns} FROM Purse p WHERE p.key = ?`);
  const findNext = database.prepare<[number, number], PurseRow>(
    `SELECT ${purseColumns} FROM Purse p WHERE p.key > ? ORDER BY p.key LIMIT ?`,
  );
  const inTurn = findNext.all(progress.purse, pursesAtOnce);
  for (const row of inTurn) {
    touched.purses.delete(row.key);
    checkPurse(row, sums, findings);
  }
  for (const key of touched.purses) {
    const row = find.get(key);
    if (row) checkPurse(row, sums, findings);
    else
      findings.add(
        'purses that are not there',
        `There are entries or calls of purse ${key}, which does not exist.`,
      );
  }
  return inTurn.length < pursesAtOnce ? 0 : (inTurn.at(-1)?.key ?? 0);
}

function checkPurse(purse: PurseRow, sums: NewSums, findings: Findings): void {
  const { key, id, posted, pending, checkedPosted, grantedDay, isSomebodys } = purse;
  const compare = (what: string, kept: number, counted: number) => {
    if (kept !== counted)
      findings.add(
        'purses with a wrong number',
        `The purse ${id} has ${kept} ${what}, and they add up to ${counted}.`,
      );
  };
  compare('credits posted', posted, checkedPosted + (sums.posted.get(key) ?? 0));
  compare('credits held', pending, sums.pending.get(key) ?? 0);
  if (key > earnedKey && posted < pending)
    findings.add('purses that owe', `The purse ${id} holds ${pending} credits but has only ${posted}.`);
  const allowedAt = sums.allowedAt.get(key);
  if (key > earnedKey && allowedAt !== undefined && !((grantedDay ?? '') >= utcDay(allowedAt)))
    findings.add(
      'purses with a wrong allowance day',
      `The purse ${id} got the allowance of ${utcDay(allowedAt)} but has the day ${grantedDay}.`,
    );
  if (isSomebodys === 0)
    findings.add('purses of nobody', `The purse ${id} is neither an account's nor a guest's.`);
}
