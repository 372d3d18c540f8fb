import type { Database } from 'better-sqlite3';
import { issuedKey, type PurseChange, type Transfer } from '../../../../lib/ledger/purse.ts';
import { periodsOf } from '../../../../lib/ledger/caps.ts';
import type { Spend } from '../../../../lib/ledger/spending.ts';
import { forget, answerRow, inputRow } from '../../sql/kept-answer.ts';
import { firstEntry, secondEntry } from '../../sql/transfer.ts';
import { prepareSteps } from '../run-steps.ts';

/** Writes the two entries of a transfer, and what it does to the purse of the portal. */
export function prepareTransfer(database: Database): (transfer: Transfer) => void {
  const begin = database.prepare(firstEntry);
  const end = database.prepare(secondEntry);
  const add = database.prepare('UPDATE Purse SET posted = posted + ? WHERE key = ?');
  return ({ from, to, credits, kind, nowMs, callKey, reason }) => {
    const first = begin.run(from, -credits, kind, nowMs, callKey, reason).lastInsertRowid;
    end.run(first, to, credits, kind, nowMs, callKey, reason);
    if (from === issuedKey) add.run(-credits, from);
    else add.run(credits, to);
  };
}

export function prepareAddToPurse(database: Database): (change: PurseChange, key: number) => void {
  const add = database.prepare(
    'UPDATE Purse SET posted = posted + ?, pending = pending + ?, keptBytes = keptBytes + ? WHERE key = ?',
  );
  return ({ posted, pending, keptBytes }, key) => add.run(posted, pending, keptBytes, key);
}

/** Adds to the sums of what is spent. What is given back is only taken from sums that there are. */
export function prepareSpend(database: Database): (spend: Spend) => void {
  const tables = {
    key: prepareSums(database, 'KeySpend', 'apiKeyKey'),
    member: prepareDays(database),
    account: prepareSums(database, 'AccountSpend', 'purseKey'),
  };
  return ({ of, key, day, credits }) => tables[of](key, day, credits);
}

type AddSpend = (key: number, day: string, credits: number) => void;

function prepareSums(database: Database, table: string, column: string): AddSpend {
  const add = database.prepare(
    `INSERT INTO ${table} (${column}, period, credits) VALUES (@key, @day, @credits), (@key, @month, @credits), (@key, @total, @credits)
       ON CONFLICT (${column}, period) DO UPDATE SET credits = credits + excluded.credits`,
  );
  const giveBack = database.prepare(
    `UPDATE ${table} SET credits = credits + @credits WHERE ${column} = @key AND period IN (@day, @month, @total)`,
  );
  return (key, on, credits) => {
    const [day, month, total] = periodsOf(on);
    (credits < 0 ? giveBack : add).run({ key, day, month, total, credits });
  };
}

function prepareDays(database: Database): AddSpend {
  const add = database.prepare(
    `INSERT INTO MemberSpend (memberKey, day, credits) VALUES (?, ?, ?)
       ON CONFLICT (memberKey, day) DO UPDATE SET credits = credits + excluded.credits`,
  );
  const giveBack = database.prepare(
    'UPDATE MemberSpend SET credits = credits + ? WHERE memberKey = ? AND day = ?',
  );
  return (key, day, credits) => {
    if (credits < 0) giveBack.run(credits, key, day);
    else add.run(key, day, credits);
  };
}

/** Deletes the stored input or response of a call and releases its bytes; false if there was none. */
export function prepareForget(
  database: Database,
  table: 'CallInput' | 'IdempotentCall',
): (callKey: number) => boolean {
  const run = prepareSteps(database);
  const kept = table === 'CallInput' ? inputRow : answerRow;
  return (callKey) => run(forget(kept, callKey));
}
