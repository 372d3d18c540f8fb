import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { hashInput } from '../../server/inputs/quote.ts';
import { checkData } from '../../server/store/check-data.ts';
import { placeOf } from '../setup/data-place.ts';
import { readRows } from '../setup/rows.ts';
import { granted } from './crash-data.ts';
import { isUnknown, nameOf, type SeenCall } from './seen-calls.ts';
import type { Violations } from './violations.ts';

interface CallRow {
  id: string;
  state: number;
  charged: number;
  entries: number;
  paid: number;
}

const [settled, released, unknown] = [1, 2, 3];

/**
 * Compares what clients were told with what stands in the ledger, by queries of its own. `resolvedUntilMs`: whatever
 * began before must be resolved. Other calls may be under way.
 */
export async function lookAtLedger(
  dataFolder: string,
  seen: SeenCall[],
  resolvedUntilMs: number,
  violations: Violations,
): Promise<void> {
  await lookAtSums(dataFolder, violations);
  await lookForHolds(dataFolder, resolvedUntilMs, violations);
  lookAtCalls(await readCalls(dataFolder), seen, violations);
  const checked = await checkData(placeOf(dataFolder));
  const sentences = 'missing' in checked ? [checked.missing] : checked.inconsistencies;
  for (const sentence of sentences) violations.add('ledger check', sentence, sentence);
}

/** When nothing is under way any more, and every call has its final answer. */
export async function lookAtEnd(
  dataFolder: string,
  seen: SeenCall[],
  dials: ReadonlyMap<string, string[]>,
  violations: Violations,
  grants: readonly { accountId: string; credits: number }[] = [],
): Promise<void> {
  await lookAtLedger(dataFolder, seen, Number.MAX_SAFE_INTEGER, violations);
  if (placeOf(dataFolder).databaseUrl === undefined) lookAtFile(dataFolder, violations);
  await lookAtKeys(dataFolder, seen, violations);
  await lookAtBalances(dataFolder, seen, grants, violations);
  const known = new Set(seen.map(({ call }) => call.key));
  for (const key of dials.keys())
    if (!known.has(key))
      violations.add('no final answer', key, 'It was dialled, and nobody was told its end.');
}

function lookAtFile(dataFolder: string, violations: Violations): void {
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { readonly: true, timeout: 10_000 });
  const sound = database.pragma('integrity_check', { simple: true });
  database.close();
  if (sound !== 'ok') violations.add('ledger check', 'the file', String(sound));
}

async function lookAtSums(dataFolder: string, violations: Violations): Promise<void> {
  const [row] = await readRows<{ sum: number }>(
    dataFolder,
    'SELECT coalesce(sum(amount), 0) AS sum FROM Entry',
  );
  if (row?.sum !== 0) violations.add('entries do not add up', 'all', `They add up to ${row?.sum}.`);
}

async function lookForHolds(
  dataFolder: string,
  resolvedUntilMs: number,
  violations: Violations,
): Promise<void> {
  const open = await readRows<{ id: string; startedAt: number | Date }>(
    dataFolder,
    'SELECT id, startedAt FROM Call WHERE state = 0',
  );
  for (const { id, startedAt } of open)
    if (new Date(startedAt).getTime() <= resolvedUntilMs)
      violations.add('hold left open', id, 'The process that took it is gone.');
}

async function readCalls(dataFolder: string): Promise<Map<string, CallRow>> {
  const rows = await readRows<CallRow>(
    dataFolder,
    `SELECT c.id, c.state, c.charged, count(e.key) AS entries, -coalesce(sum(e.amount), 0) AS paid
       FROM Call c
       LEFT JOIN (SELECT key, callKey, purseKey, amount FROM Entry WHERE kind = 'charge' AND amount < 0) e
         ON e.callKey = c.key AND e.purseKey = c.purseKey
      GROUP BY c.key, c.id, c.state, c.charged`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function lookAtCalls(rows: Map<string, CallRow>, seen: SeenCall[], violations: Violations): void {
  for (const { call, answer } of seen) {
    const name = nameOf(answer, call.key);
    const row = rows.get(answer.callId);
    if (isUnknown(answer)) {
      if (row?.state !== unknown || row.charged !== 0 || row.entries !== 0)
        violations.add('charged for an unknown call', name, `The ledger has ${JSON.stringify(row)}.`);
      continue;
    }
    if (row?.state !== settled && row?.state !== released) {
      violations.add('acknowledged call lost', name, `The ledger has ${JSON.stringify(row)}.`);
      continue;
    }
    const entries = answer.charged > 0 ? 1 : 0;
    if (row.charged !== answer.charged || row.paid !== answer.charged || row.entries !== entries) {
      const detail = `The client was told ${answer.charged}, and the ledger has ${JSON.stringify(row)}.`;
      violations.add('wrong charge', name, detail);
    }
  }
}

interface KeyRow {
  id: string;
  inputHash: string;
  state: number;
  ending: string | null;
  holdsKey: number;
}

async function lookAtKeys(dataFolder: string, seen: SeenCall[], violations: Violations): Promise<void> {
  const rows = await readRows<KeyRow>(
    dataFolder,
    `SELECT c.id, c.inputHash, c.state, e.ending,
            (SELECT count(*) FROM IdempotentCall i WHERE i.callKey = c.key) AS "holdsKey"
       FROM Call c LEFT JOIN CallEnding e ON e.callKey = c.key`,
  );
  // Each call sends its key, so that no two have one input.
  const keys = new Map(seen.map(({ call: { key, most } }) => [hashInput({ call: key, most }), key] as const));
  const ids = new Map<string, string[]>();
  for (const row of rows)
    if (!freedItsKey(row)) ids.set(row.inputHash, [...(ids.get(row.inputHash) ?? []), row.id]);
  for (const [inputHash, calls] of ids) {
    const key = keys.get(inputHash);
    const names = calls.join(' ');
    if (calls.length > 1)
      violations.add('two calls of one key', `${names} (${key})`, `The ledger has ${calls.length} of them.`);
    if (key === undefined) violations.add('no final answer', names, 'Nobody was told its end.');
  }
}

const isNotMade = new Set(['upstream-busy', 'client-gone', 'portal-stopped']);

/** A call that was never sent frees its key, also one whose hold was not heard of: the next one is another call. */
function freedItsKey({ state, ending, holdsKey }: KeyRow): boolean {
  if (holdsKey > 0) return false;
  if (ending === null) return state === unknown;
  const { outcome, upstream, problem } = JSON.parse(ending);
  return outcome === 'refused' && (upstream?.status ?? null) === null && isNotMade.has(problem);
}

/** What was given, less what clients were told that they paid. */
async function lookAtBalances(
  dataFolder: string,
  seen: SeenCall[],
  grants: readonly { accountId: string; credits: number }[],
  violations: Violations,
): Promise<void> {
  const paid = new Map<string | null, number>();
  for (const { caller, answer } of seen)
    if (!isUnknown(answer)) paid.set(caller.purse, (paid.get(caller.purse) ?? 0) + answer.charged);
  const given = new Map<string, number>();
  for (const { accountId, credits } of grants) given.set(accountId, (given.get(accountId) ?? 0) + credits);
  const purses = await readRows<{ id: string; posted: number; pending: number; refilled: number }>(
    dataFolder,
    `SELECT p.id, p.posted, p.pending,
            coalesce((SELECT sum(e.amount) FROM Entry e WHERE e.purseKey = p.key AND e.kind = 'allowance'), 0) AS refilled
       FROM Purse p WHERE p.key > 2 AND p.id <> 'acc_office'`,
  );
  for (const { id, posted, pending, refilled } of purses) {
    const isGuest = id.startsWith('guest_');
    const expected =
      (isGuest ? refilled : granted + (given.get(id) ?? 0)) - (paid.get(isGuest ? null : id) ?? 0);
    if (posted !== expected || pending !== 0)
      violations.add('wrong balance', id, `It has ${posted}, ${pending} of it held, and not ${expected}.`);
  }
}
