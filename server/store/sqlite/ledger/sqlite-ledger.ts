import SqliteDatabase from 'better-sqlite3';
import { released, settled } from '../../ledger-changes.ts';
import { holdPayload, settlePayload } from '../../sql/ledger-payloads.ts';
import { prepareEarlierCall } from '../jobs/prepare-earlier-call.ts';
import { prepareKeyUse } from '../jobs/prepare-key-use.ts';
import { prepareLimitedHold } from '../jobs/prepare-limited-hold.ts';
import { prepareMemberUse } from '../jobs/prepare-member-use.ts';
import type { Writer } from '../../writer.ts';
import { balanceWithAllowance, type PurseRow } from '../../sql/allowance.ts';
import { checkInThread } from '../check/check-in-thread.ts';
import { prepareEntryCount } from '../check/count-entries.ts';
import type { CapsOf, Ledger, LedgerEntry, OverCap, PurseRef } from '../../ledger.ts';

/** Reads the file itself; only the writer writes. */
export interface OpenLedger extends Ledger {
  close(): void;
}

type EntryRow = Omit<LedgerEntry, 'at'> & { at: number };

/** The ledger in an SQLite file. Reads see everything that is committed. */
export function openSqliteLedger(databaseFile: string, writer: Writer): OpenLedger {
  const database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  const findPurse = database.prepare<[string], PurseRow>(
    'SELECT key, posted, pending, grantedDay FROM Purse WHERE id = ?',
  );
  const findEntries = database.prepare<[string, number, number], EntryRow>(
    `SELECT e.key AS id, e.amount, e.kind, e.at, c.id AS callId, e.reason
       FROM Entry e LEFT JOIN Call c ON c.key = e.callKey
      WHERE e.purseKey = (SELECT key FROM Purse WHERE id = ?) AND e.purseKey > 2 ORDER BY e.key DESC LIMIT ? OFFSET ?`,
  );
  const countEntries = prepareEntryCount(database);
  const findEarlierCall = prepareEarlierCall(database);
  const keys = prepareKeyUse(database);
  const members = prepareMemberUse(database);
  const limits = prepareLimitedHold(database);
  function capsOf({ apiKeyKey, memberKey, purseId, nowMs }: CapsOf): OverCap[] {
    const member = memberKey === null ? 'no-member' : members.read(memberKey);
    const purse = findPurse.get(purseId);
    return [
      ...(apiKeyKey === null ? [] : keys.readCaps(apiKeyKey, keys.read(apiKeyKey), nowMs)),
      ...(member === 'no-member' ? [] : members.readCaps(member, nowMs)),
      ...(purse ? limits.readCaps(purse.key, nowMs) : []),
    ];
  }
  const balanceOf = ({ id, allowance, nowMs }: PurseRef) =>
    balanceWithAllowance(findPurse.get(id), allowance, nowMs);

  return {
    hold: (hold) => writer.run('hold', holdPayload(hold)),
    findEarlier: (key, owner, purse) =>
      Promise.resolve(findEarlierCall(key, owner, purse.nowMs, () => balanceOf(purse))),
    settle: (settlement) => writer.run('settle', settlePayload(settlement, settled, settlement.charged)),
    release: (release) => writer.run('settle', settlePayload(release, released, 0)),
    grant: (grant) => writer.run('grant', grant),
    balance: (purse) => Promise.resolve(balanceOf(purse)),
    caps: (of) => Promise.resolve(capsOf(of)),
    entries: async (purseId, { page, pageSize }) => ({
      list: findEntries
        .all(purseId, pageSize, (page - 1) * pageSize)
        .map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
      total: await countEntries(purseId),
    }),
    recover: (nowMs) => recoverAll(writer, nowMs),
    check: (options) =>
      checkInThread(databaseFile, async (part) => (await writer.run('mark-checked', part)).marked, options),
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
