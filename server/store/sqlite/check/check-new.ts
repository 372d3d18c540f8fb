import type { Database } from 'better-sqlite3';
import type { CheckedPart } from '../../ledger.ts';
import { type CallRow, at, callColumns, checkCall, checkPayment, spendingPeriods } from './check-calls.ts';
import { checkEntryRows, type EntryRow, entryColumns } from './check-entries.ts';
import { checkNewSums, type NewSums, type Touched } from './check-new-sums.ts';
import type { Findings } from '../../sql/findings.ts';
import { preparePayments } from '../ledger/payments.ts';
import { readInChunks } from './read-in-chunks.ts';
import { utcDay } from '../../../../lib/text/times.ts';

/** Keeps the write for each part within a few milliseconds. */
const entriesAtOnce = 4_000;
const callsAtOnce = 2_000;

interface Progress {
  entry: number;
  call: number;
  purse: number;
}

export interface Step {
  /** The part to mark as checked. The next step starts after it. */
  part: CheckedPart;
  isDone: boolean;
}

/**
 * Checks the new entries and calls of a ledger in parts. Calls count as checked up to the first open one. Each step
 * reads a snapshot, and its part is marked before the next step.
 */
export function prepareNewCheck(database: Database, findings: Findings): () => Step {
  const readProgress = database.prepare<[], Progress>(
    'SELECT checkedEntry AS entry, checkedCall AS call, checkedPurse AS purse FROM LedgerProgress',
  );
  const readEntries = database
    .prepare<[number, number], EntryRow>(
      `SELECT ${entryColumns} FROM Entry WHERE key > ? ORDER BY key LIMIT ?`,
    )
    .raw();
  const readCalls = database
    .prepare<[number, number], NewCallRow>(newCalls('c.key > ? ORDER BY c.key LIMIT ?'))
    .raw();
  const readCall = database.prepare<[number], NewCallRow>(newCalls('c.key = ?')).raw();
  const payments = preparePayments(database);
  const touched = nothingTouched();

  function checkRow(row: NewCallRow): void {
    checkCall(row, findings);
    checkPayment(row, payments.paymentOf(row[0]), payments.refundedOf(row[0]), findings);
    checkCallBelongs(row, findings);
  }

  /** Charges and refunds of calls that were checked earlier. Those of newer calls are checked with their call. */
  function checkEarlierCalls(calls: Set<number>, last: number): void {
    for (const key of calls) {
      const row = key > last ? undefined : readCall.get(key);
      if (row) checkPayment(row, payments.paymentOf(key), payments.refundedOf(key), findings);
    }
  }

  function checkEntries(after: number, sums: NewSums, lastCall: number): { last: number; isEnd: boolean } {
    const read = readEntries.all(after, entriesAtOnce);
    const rows = wholeTransfers(read);
    const calls = new Set<number>();
    const charge = (callKey: number) => calls.add(callKey);
    const refunded = new Map<number, number>();
    checkEntryRows([rows], { posted: sums.posted, allowedAt: sums.allowedAt, refunded, charge }, findings);
    checkEarlierCalls(new Set([...calls, ...refunded.keys()]), lastCall);
    for (const key of calls)
      if (readCall.get(key) === undefined)
        findings.add('charges of no call', `There is a charge of call ${key}, which does not exist.`);
    return { last: rows.at(-1)?.[0] ?? after, isEnd: read.length < entriesAtOnce };
  }

  const step = database.transaction((): Step => {
    const progress = readProgress.get() ?? { entry: 0, call: 0, purse: 0 };
    const counted = emptySums();
    const entries = checkEntries(progress.entry, counted, progress.call);
    let lastCall = progress.call;
    const calls = readCalls.all(progress.call, callsAtOnce);
    const firstOpen = calls.findIndex((row) => row[at.state] === 0);
    for (const row of firstOpen < 0 ? calls : calls.slice(0, firstOpen)) {
      checkRow(row);
      addCall(counted, row);
      [lastCall] = row;
    }
    const isDone = entries.isEnd && (firstOpen >= 0 || calls.length < callsAtOnce);
    touch(touched, counted);
    let { purse } = progress;
    if (isDone) {
      const all = copyOf(counted);
      for (const rows of readInChunks(readCalls, lastCall))
        for (const row of rows) {
          checkRow(row);
          addCall(all, row);
        }
      touch(touched, all);
      purse = checkNewSums(database, { progress, sums: all, touched }, findings);
    }
    return { part: partOf(progress, { entry: entries.last, call: lastCall, purse }, counted), isDone };
  });
  return () => step();
}

type NewCallRow = [
  ...CallRow,
  productKey: number,
  hasEnding: 0 | 1,
  isElsewhere: 0 | 1,
  memberKey: number | null,
];
const beside = { productKey: 8, hasEnding: 9, isElsewhere: 10, memberKey: 11 } as const;

/** Calls with the related rows. */
function newCalls(where: string): string {
  const guest = "substr(coalesce(c.owner, 'anon_'), 1, 5) <> 'anon_'";
  return `SELECT ${callColumns.map((name) => `c.${name}`).join(', ')}, c.productKey, e.callKey IS NOT NULL,
      coalesce(CASE WHEN substr(p.id, 1, 6) = 'guest_' THEN ${guest} ELSE c.owner IS NOT p.id END, 0),
      c.memberKey
    FROM Call c LEFT JOIN CallEnding e ON e.callKey = c.key LEFT JOIN Purse p ON p.key = c.purseKey
   WHERE ${where}`;
}

function checkCallBelongs(row: NewCallRow, findings: Findings): void {
  const key = row[at.key];
  const state = row[at.state];
  if ((state === 1 || state === 2) !== (row[beside.hasEnding] === 1))
    findings.add(
      'calls with a missing or extra end',
      `Call ${key} has ended without a stored end, or has one without having ended.`,
    );
  if (row[beside.isElsewhere] === 1)
    findings.add(
      'calls in a wrong history',
      `Call ${key} is in the history of somebody whose purse it was not paid from.`,
    );
}

/** Leaves the last transfer to the next part if some of its entries may be missing. */
function wholeTransfers(rows: EntryRow[]): EntryRow[] {
  const last = rows.at(-1);
  if (rows.length < entriesAtOnce || !last) return rows;
  return rows.filter(([, transfer]) => transfer !== last[1]);
}

function emptySums(): NewSums {
  return {
    posted: new Map(),
    allowedAt: new Map(),
    pending: new Map(),
    held: new Map(),
    use: new Map(),
    spent: new Map(),
    spentByMembers: new Map(),
  };
}

function copyOf(sums: NewSums): NewSums {
  return {
    ...sums,
    held: new Map(sums.held),
    use: new Map([...sums.use].map(([name, use]) => [name, { ...use }])),
    spent: new Map(sums.spent),
    spentByMembers: new Map(sums.spentByMembers),
  };
}

/** The sums of keys have those without a limit, too: one may get its first limit before this part is marked. */
function addCall(sums: NewSums, row: NewCallRow): void {
  const [, purseKey, apiKeyKey, state, quoted, charged, startedAt] = row;
  const day = utcDay(startedAt);
  const isOpen = state === 0;
  if (isOpen) {
    sums.pending.set(purseKey, (sums.pending.get(purseKey) ?? 0) + quoted);
    const name = `${purseKey} ${day}`;
    sums.held.set(name, (sums.held.get(name) ?? 0) + quoted);
  } else {
    const name = `${purseKey} ${day} ${row[beside.productKey]} ${apiKeyKey ?? 0} ${row[beside.memberKey] ?? 0}`;
    const use = sums.use.get(name) ?? { calls: 0, credits: 0 };
    sums.use.set(name, { calls: use.calls + 1, credits: use.credits + charged });
  }
  const credits = isOpen ? quoted : charged;
  if (row[beside.memberKey] !== null && credits > 0) {
    const name = `${row[beside.memberKey]} ${day}`;
    sums.spentByMembers.set(name, (sums.spentByMembers.get(name) ?? 0) + credits);
  }
  if (apiKeyKey === null) return;
  for (const period of spendingPeriods(day)) {
    const name = `${apiKeyKey} ${period}`;
    sums.spent.set(name, (sums.spent.get(name) ?? 0) + credits);
  }
}

function nothingTouched(): Touched {
  return { purses: new Set(), use: new Set(), spent: new Set(), spentByMembers: new Set() };
}

function touch(touched: Touched, sums: NewSums): void {
  for (const key of [...sums.posted.keys(), ...sums.pending.keys()]) touched.purses.add(key);
  for (const name of sums.use.keys()) touched.use.add(name);
  for (const name of sums.spent.keys()) touched.spent.add(name);
  for (const name of sums.spentByMembers.keys()) touched.spentByMembers.add(name);
}

function partOf(from: Progress, to: Progress, { posted, use, spent, spentByMembers }: NewSums): CheckedPart {
  return {
    from,
    to,
    posted: [...posted],
    use: [...use].map(([name, sums]) => ({ name, ...sums })),
    spent: [...spent],
    spentByMembers: [...spentByMembers],
  };
}
