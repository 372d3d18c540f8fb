import type { Database } from 'better-sqlite3';
import { allowanceDue, isNewDay, type PurseRow } from '../../sql/allowance.ts';
import { issuedKey } from '../../sql/portal-purses.ts';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import type { OverCap } from '../../ledger.ts';
import { prepareLimitedHold } from './prepare-limited-hold.ts';
import { prepareTransfer } from './prepare-transfer.ts';

type Held = [key: number, posted: number, pending: number, keptBytes: number];

/** Credits and stored bytes that a call takes from a purse. */
interface Take {
  credits: number;
  bytes: number;
}

/** Reserves credits of a purse. The write itself checks the balance, and that there are no caps, which take longer. */
export function preparePurseHold(database: Database) {
  const changed = 'RETURNING key, posted, pending, keptBytes';
  const hold = `UPDATE Purse SET pending = pending + ?, keptBytes = keptBytes + ? WHERE id = ? AND posted - pending - ? >= 0 AND key > 2`;
  const holdOfCapped = database.prepare<[number, number, string, number], Held>(`${hold} ${changed}`).raw();
  const holdOfAccount = database
    .prepare<[number, number, string, number], Held>(
      `${hold} AND capDay IS NULL AND capMonth IS NULL AND capTotal IS NULL ${changed}`,
    )
    .raw();
  const holdOfGuest = database
    .prepare<[number, number, string, number, string], Held>(`${hold} AND grantedDay >= ? ${changed}`)
    .raw();
  const find = database.prepare<[string], PurseRow>(
    'SELECT key, posted, pending, grantedDay FROM Purse WHERE id = ?',
  );
  const make = database.prepare<[string]>('INSERT INTO Purse (id, posted, pending) VALUES (?, 0, 0)');
  const fill = database.prepare('UPDATE Purse SET posted = posted + ?, grantedDay = ? WHERE key = ?');
  const issue = database.prepare('UPDATE Purse SET posted = posted - ? WHERE key = ?');
  const transfer = prepareTransfer(database);
  const limits = prepareLimitedHold(database);

  function take(
    id: string,
    allowance: number | null,
    { credits, bytes }: Take,
    nowMs: number,
  ): Held | undefined {
    return allowance === null
      ? holdOfAccount.get(credits, bytes, id, credits)
      : holdOfGuest.get(credits, bytes, id, credits, utcDay(nowMs));
  }

  /** Creates the purse, and adds a guest's daily allowance. */
  function prepareForDay(
    id: string,
    purse: PurseRow | undefined,
    allowance: number | null,
    nowMs: number,
  ): void {
    const key = purse?.key ?? Number(make.run(id).lastInsertRowid);
    if (allowance === null || !isNewDay(purse, nowMs)) return;
    const credits = allowanceDue(purse, allowance, nowMs);
    fill.run(credits, utcDay(nowMs), key);
    if (credits === 0) return;
    issue.run(credits, issuedKey);
    transfer({ from: issuedKey, to: key, credits, kind: 'allowance', nowMs, callKey: null, reason: null });
  }

  /** Undefined if there are too few. Then nothing is written, not even the allowance. */
  function holdCredits(
    id: string,
    allowance: number | null,
    wanted: Take,
    nowMs: number,
  ): Held | OverCap | undefined {
    const held = take(id, allowance, wanted, nowMs);
    if (held) return held;
    const purse = find.get(id);
    const { credits, bytes } = wanted;
    const takeLimited = () => holdOfCapped.get(credits, bytes, id, credits);
    const limited = purse && limits.hold(purse.key, credits, nowMs, takeLimited);
    if (limited) return limited;
    const posted = (purse?.posted ?? 0) + allowanceDue(purse, allowance, nowMs);
    if (posted - (purse?.pending ?? 0) < credits) return undefined;
    prepareForDay(id, purse, allowance, nowMs);
    return take(id, allowance, wanted, nowMs);
  }

  return { holdCredits, find };
}
