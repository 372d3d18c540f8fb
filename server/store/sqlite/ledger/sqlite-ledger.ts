import SqliteDatabase from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { balanceWithAllowance } from '../../../../lib/ledger/allowance.ts';
import type { PurseRef } from '../../../../lib/ledger/decide-hold.ts';
import {
  findEarlierCall,
  type IdempotencyKey,
  released,
  replayOf,
  settled,
} from '../../../../lib/ledger/earlier-call.ts';
import { capsOf } from '../../../../lib/ledger/spending.ts';
import type { EarlierCall, Ledger, LedgerEntry } from '../../ledger.ts';
import { resultOfReplay } from '../../sql/kept-answer.ts';
import { holdPayload, settlePayload } from '../../sql/ledger-payloads.ts';
import type { Writer } from '../../writer.ts';
import { checkNewRows } from '../check/check-new.ts';
import { prepareEntryCount } from '../check/count-entries.ts';
import {
  prepareCapRows,
  prepareFindEarlier,
  prepareFindPurse,
  prepareReadAnswer,
} from '../jobs/ledger-rows.ts';
import { SumsOnThread } from '../sums/sums-on-thread.ts';

/** Reads the file itself; only the writer writes. */
export interface OpenLedger extends Ledger {
  close(): void;
}

type EntryRow = Omit<LedgerEntry, 'at'> & { at: number };

/** The ledger in an SQLite file. Reads see everything that is committed. */
export function openSqliteLedger(databaseFile: string, writer: Writer): OpenLedger {
  const database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  const findPurse = prepareFindPurse(database);
  const findEntries = database.prepare<[string, number, number], EntryRow>(
    `SELECT e.key AS id, e.amount, e.kind, e.at, c.id AS callId, e.reason
       FROM Entry e LEFT JOIN Call c ON c.key = e.callKey
      WHERE e.purseKey = (SELECT key FROM Purse WHERE id = ?) AND e.purseKey > 2 ORDER BY e.key DESC LIMIT ? OFFSET ?`,
  );
  const countEntries = prepareEntryCount(database);
  const findEarlier = prepareFindEarlier(database);
  const readAnswer = prepareReadAnswer(database);
  const readCapRows = prepareCapRows(database);
  const balanceNow = ({ id, allowance, nowMs }: PurseRef) =>
    balanceWithAllowance(findPurse(id), allowance, nowMs);

  function earlierCall(key: IdempotencyKey, owner: string | null, purse: PurseRef): EarlierCall | undefined {
    const row = findEarlierCall(findEarlier, key, owner, purse.nowMs);
    if (!row) return undefined;
    const { callId, versionKey, fingerprint } = row;
    const replay = () => replayOf(row, () => balanceNow(purse));
    return { callId, versionKey, fingerprint, result: () => resultOfReplay(replay(), readAnswer) };
  }

  return {
    hold: (hold) => writer.run('hold', holdPayload(hold)),
    findEarlier: (key, owner, purse) => Promise.resolve(earlierCall(key, owner, purse)),
    settle: (settlement) => writer.run('settle', settlePayload(settlement, settled, settlement.charged)),
    release: (release) => writer.run('settle', settlePayload(release, released, 0)),
    grant: (grant) => writer.run('grant', grant),
    balance: (purse) => Promise.resolve(balanceNow(purse)),
    caps: ({ purseId, nowMs, ...caller }) =>
      Promise.resolve(capsOf(readCapRows(purseId, caller), caller, nowMs)),
    entries: async (purseId, { page, pageSize }) => ({
      list: findEntries
        .all(purseId, pageSize, (page - 1) * pageSize)
        .map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
      total: await countEntries(purseId),
    }),
    recover: (nowMs) => recoverAll(writer, nowMs),
    check: (options) =>
      checkNewRows(
        new SumsOnThread(databaseFile),
        async (part) => (await writer.run('mark-checked', part)).marked,
        options,
      ),
    close: () => database.close(),
  };
}

async function recoverAll(writer: Writer, nowMs: number): Promise<{ unknown: number }> {
  let total = 0;
  for (;;) {
    const { unknown } = await writer.run('recover', { nowMs });
    if (unknown === 0) return { unknown: total };
    total += unknown;
  }
}

/** Whether a file is a Farebox database with a ledger. SQLite throws if it is no database. */
export function hasLedger(databaseFile: string): boolean {
  if (!existsSync(databaseFile)) return false;
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  try {
    return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'Purse'").get() !== undefined;
  } finally {
    database.close();
  }
}
