import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../../server/store/sqlite/check/check-ledger.ts';
import { checkNewRows } from '../../../server/store/sqlite/check/check-new.ts';
import { SumsOnThread } from '../../../server/store/sqlite/sums/sums-on-thread.ts';
import { rulesOf } from '../../../server/store/sql/check-rules.ts';
import { portalAuthor } from '../../../server/store/author.ts';
import { markChecked } from '../../../server/store/sqlite/jobs/shorten-file.ts';
import { seedLedger } from '../../../bench/seeds/ledger.ts';
import { corrupt, makeSmallLedger } from './small-ledger.ts';
import SqliteDatabase from 'better-sqlite3';

let folder: string;
let ledgerFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-check-'));
  ledgerFile = await makeSmallLedger(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function corrupted(sql: string): Promise<string> {
  const file = join(folder, 'corrupted.db');
  for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true });
  await copyFile(ledgerFile, file);
  corrupt(file, sql);
  return file;
}

/** The entries: 1 and 2 the grant, 3 and 4 the charge, 5 and 6 the allowance. The purses: 3 acc_a, 4 guest_b. */
const corruptions: [what: string, sql: string, sentences: string[]][] = [
  [
    'an entry that is not there',
    'DELETE FROM Entry WHERE key = 4',
    [
      'Transfer 3 has 1 entries instead of two.',
      'The purse earned has 12 posted and 0 pending; they add up to 0 and 0.',
    ],
  ],
  [
    'an entry of another amount',
    'UPDATE Entry SET amount = -13 WHERE key = 3',
    [
      'The entries of transfer 3 add up to -1 instead of 0.',
      'Call 1 was charged 12, and paid 13.',
      'The purse acc_a has 88 posted and 5 pending; they add up to 87 and 5.',
    ],
  ],
  [
    'two transfers that are wrong together',
    `UPDATE Entry SET amount = amount + 1 WHERE key = 1; UPDATE Entry SET amount = amount - 1 WHERE key = 5;`,
    [
      'The entries of transfer 1 add up to 1 instead of 0.',
      'The entries of transfer 5 add up to -1 instead of 0.',
    ],
  ],
  [
    'a transfer to three',
    `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at) SELECT 7, 5, 4, 0, kind, at FROM Entry WHERE key = 6`,
    ['Transfer 5 has 3 entries instead of two.'],
  ],
  ['a transfer of two kinds', `UPDATE Entry SET kind = 'grant' WHERE key = 4`, ['The entries of transfer 3 are of two kinds.']],
  [
    'a charge that goes elsewhere',
    'UPDATE Entry SET purseKey = 1 WHERE key = 4; UPDATE Purse SET posted = posted + 12 WHERE key = 1; UPDATE Purse SET posted = 0 WHERE key = 2',
    ['Transfer 3 is a charge from or to the wrong purse.'],
  ],
  [
    'a charge of a call that is not there',
    'UPDATE Entry SET callKey = 77 WHERE transfer = 3',
    ['There is a charge of call 77, which does not exist.', 'Call 1 was charged 12, and paid 0.'],
  ],
  ['a charge of no call', 'UPDATE Entry SET callKey = NULL WHERE transfer = 3', ['There is a charge of call 0, which does not exist.', 'Call 1 was charged 12, and paid 0.']],
  [
    'a call that is charged twice',
    `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey)
       VALUES (7, 7, 3, -1, 'charge', 0, 1), (8, 7, 2, 1, 'charge', 0, 1);
     UPDATE Purse SET posted = posted - 1 WHERE key = 3; UPDATE Purse SET posted = posted + 1 WHERE key = 2`,
    ['Call 1 has 2 charges.'],
  ],
  [
    'a call that another purse paid',
    'UPDATE Entry SET purseKey = 4 WHERE key = 3; UPDATE Purse SET posted = 100 WHERE key = 3; UPDATE Purse SET posted = 988 WHERE key = 4',
    ['Call 1 was paid from another purse.'],
  ],
  [
    'a released call with a charge',
    `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey)
       VALUES (7, 7, 3, -1, 'charge', 0, 2), (8, 7, 2, 1, 'charge', 0, 2);
     UPDATE Purse SET posted = posted - 1 WHERE key = 3; UPDATE Purse SET posted = posted + 1 WHERE key = 2`,
    ['Call 2 was charged 0, and paid 1.'],
  ],
  ['a charge above the quote', 'UPDATE Call SET quoted = 11 WHERE key = 1', ['Call 1 was charged 12 with a quote of 11.']],
  ['an open call that a start would overlook', 'UPDATE FirstOpenCall SET key = 5', ['Call 4 is open, but a start looks only at later calls.']],
  [
    'a charge of a call that was not settled',
    'UPDATE Call SET state = 3 WHERE key = 1',
    [
      'Call 1 was not settled but is charged 12.',
      'Call 1 has ended without a stored end, or has one without having ended.',
    ],
  ],
  [
    'a state that there is not',
    'UPDATE Call SET state = 9 WHERE key = 2',
    [
      'Call 2 has the unknown state 9.',
      'Call 2 has ended without a stored end, or has one without having ended.',
    ],
  ],
  ['a resolved call without its end', 'UPDATE Call SET settledAt = NULL WHERE key = 2', ['Call 2 is in the state 2, and its end is missing.']],
  ['a balance that somebody wrote', 'UPDATE Purse SET posted = posted + 1000 WHERE key = 3', ['The purse acc_a has 1088 posted and 5 pending; they add up to 88 and 5.']],
  ['a hold that is lost', 'UPDATE Purse SET pending = 0 WHERE key = 3', ['The purse acc_a has 88 posted and 0 pending; they add up to 88 and 5.']],
  ['a hold that is left over', 'UPDATE Purse SET pending = 7 WHERE key = 4', ['The purse guest_b has 1000 posted and 7 pending; they add up to 1000 and 0.']],
  [
    'a purse that owes',
    `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at) VALUES (7, 7, 1, 84, 'grant', 0), (8, 7, 3, -84, 'grant', 0);
     UPDATE Purse SET posted = posted - 84 WHERE key = 3; UPDATE Purse SET posted = posted + 84 WHERE key = 1`,
    ['The purse acc_a holds 5 credits but has only 4.'],
  ],
  ['a purse that is not there', 'DELETE FROM Purse WHERE key = 4', ['There are entries or calls of purse 4, which does not exist.']],
  [
    'a use that is not counted',
    'UPDATE DailyUse SET calls = calls - 1, credits = credits + 2 WHERE purseKey = 3',
    ['The daily use of purse 3 on 2026-11-21 with product 1 by key 1 and member 1 does not match its calls.'],
  ],
  [
    'the use of another member',
    'UPDATE DailyUse SET memberKey = 2 WHERE purseKey = 3',
    [
      'The daily use of purse 3 on 2026-11-21 with product 1 by key 1 and member 1 does not match its calls.',
      'The daily use of purse 3 on 2026-11-21 with product 1 by key 1 and member 2 does not match its calls.',
    ],
  ],
  [
    'the use of another key',
    'UPDATE DailyUse SET apiKeyKey = 0 WHERE purseKey = 3',
    [
      'The daily use of purse 3 on 2026-11-21 with product 1 by key 1 and member 1 does not match its calls.',
      'The daily use of purse 3 on 2026-11-21 with product 1 by key 0 and member 1 does not match its calls.',
    ],
  ],
  [
    'spending of a key that its calls did not do',
    `UPDATE KeySpend SET credits = 12 WHERE period = '2026-11'; DELETE FROM KeySpend WHERE period = 'all'`,
    [
      'The key key_a has spent 12 credits in "2026-11", and its calls add up to 17.',
      'The key key_a has spent 0 credits in "all", and its calls add up to 17.',
    ],
  ],
  ['spending of a member that their calls did not do', 'UPDATE MemberSpend SET credits = 18', ["The spending of member 1 on 2026-11-21 does not match the member's calls."]],
  ['spending of a member that is not counted', 'DELETE FROM MemberSpend', ["The spending of member 1 on 2026-11-21 does not match the member's calls."]],
  [
    'spending of an account that its calls did not do',
    `UPDATE AccountSpend SET credits = 16 WHERE period = '2026-11'; DELETE FROM AccountSpend WHERE period = 'all'`,
    [
      'The spending of purse 3 in 2026-11 does not match the calls of its account.',
      'The spending of purse 3 in all does not match the calls of its account.',
    ],
  ],
  [
    'more given back for a call than it cost',
    `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey)
       VALUES (7, 7, 2, -13, 'refund', 0, 1), (8, 7, 3, 13, 'refund', 0, 1);
     UPDATE Purse SET posted = posted + 13 WHERE key = 3; UPDATE Purse SET posted = posted - 13 WHERE key = 2`,
    ['Call 1 was charged 12, but 13 were refunded.'],
  ],
  ['an entry of another time', 'UPDATE Entry SET at = at + 1 WHERE key = 3', ['The entries of transfer 3 have different times or reasons.', 'Call 1 did not pay when it ended.']],
  ['a charge of another time', 'UPDATE Entry SET at = at + 1 WHERE transfer = 3', ['Call 1 did not pay when it ended.']],
  ['a call that ended at another time', 'UPDATE Call SET settledAt = settledAt + 1 WHERE key = 1', ['Call 1 did not pay when it ended.']],
  ['a grant of another reason', "UPDATE Entry SET reason = 'Because' WHERE key = 2", ['The entries of transfer 1 have different times or reasons.']],
  ["an entry with another's number", 'UPDATE Entry SET key = 9 WHERE key = 6', ["The entry 9 of transfer 5 has another's number."]],
  ['a transfer of no kind', "UPDATE Entry SET kind = 'gift' WHERE transfer = 1", ['Transfer 1 is a gift from or to the wrong purse.']],
  [
    'a grant out of what was earned',
    'UPDATE Entry SET purseKey = 2 WHERE key = 1; UPDATE Purse SET posted = posted + 100 WHERE key = 1; UPDATE Purse SET posted = posted - 100 WHERE key = 2',
    ['Transfer 1 is a grant from or to the wrong purse.'],
  ],
  ['a quote that is no number', "UPDATE Call SET quoted = 'more' WHERE key = 2", ['Call 2 was charged 0 with a quote of more.']],
  ['a start that would find no open call', 'DELETE FROM FirstOpenCall', ['The starting point for open calls is missing.']],
  [
    'an allowance that would be given twice',
    "UPDATE Purse SET grantedDay = '2026-11-20' WHERE key = 4",
    ['The purse guest_b got the allowance of 2026-11-21 but has the day 2026-11-20.'],
  ],
  ['a purse of nobody', "UPDATE Account SET id = 'acc_b'", ["The purse acc_a is neither an account's nor a guest's."]],
  [
    'a call in the history of another account',
    "UPDATE Call SET owner = 'acc_b' WHERE key = 1; UPDATE Call SET owner = 'acc_b' WHERE key = 3",
    [
      'Call 1 is in the history of somebody whose purse it was not paid from.',
      'Call 3 is in the history of somebody whose purse it was not paid from.',
    ],
  ],
  [
    'a call of another product',
    'UPDATE Call SET productKey = 2 WHERE key = 1',
    [
      'The daily use of purse 3 on 2026-11-21 with product 1 by key 1 and member 1 does not match its calls.',
      'The daily use of purse 3 on 2026-11-21 with product 2 by key 1 and member 1 does not match its calls.',
    ],
  ],
  [
    'an end that is lost, and one too many',
    'DELETE FROM CallEnding WHERE callKey = 1; UPDATE CallEnding SET callKey = 4 WHERE callKey = 2; UPDATE CallInput SET callKey = 9 WHERE callKey = 3',
    [
      'Call 1 has ended without a stored end, or has one without having ended.',
      'Call 2 has ended without a stored end, or has one without having ended.',
      'Call 4 has ended without a stored end, or has one without having ended.',
      'CallInput has a row of call 9, which does not exist.',
      'The purse guest_b stores a wrong number of bytes for its calls.',
    ],
  ],
]; // biome-ignore format: a table

describe('the check', () => {
  test('finds nothing where all is well, with a hold open', () => {
    expect(checkLedger(ledgerFile)).toEqual([]);
  });

  /** A row of another table is new where it is newer than all calls, which this one is. */
  test.each(corruptions)('and that of what is new find %s', async (_, sql, sentences) => {
    const file = await corrupted(sql);
    expect(checkLedger(file)).toEqual(sentences);
    expect(await checkNew(file)).not.toEqual([]);
  });

  test('shows ten of a kind, and counts the rest', async () => {
    const file = await corrupted(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
       INSERT INTO Purse (id, posted, pending) SELECT 'guest_' || i, i, 0 FROM n`,
    );
    const sentences = checkLedger(file);
    expect(sentences).toHaveLength(11);
    expect(sentences.at(-1)).toBe('There are 15 more purses with a wrong number.');
  });

  test('reads what stood at one moment, while others write', async () => {
    const file = await corrupted('');
    const other = new SqliteDatabase(file);
    other.exec("BEGIN; UPDATE Purse SET posted = posted + 1 WHERE id = 'acc_a'");
    expect(checkLedger(file)).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
  });
});

/** The check of a portal, without its thread, and its writer with what comes of it. */
async function checkNew(file: string): Promise<string[]> {
  const [database, writing] = [new SqliteDatabase(file), new SqliteDatabase(file)];
  const run = (sql: string) => Promise.resolve(database.prepare(sql).all());
  const close = () => Promise.resolve();
  const mark = markChecked.prepare(writing);
  const found = await checkNewRows({ run, close }, async (part) => mark(part, portalAuthor).marked);
  database.close();
  writing.close();
  return found;
}

describe('the check of what is new', () => {
  test('finds nothing where all is well, with a hold open, and marks what it has seen', async () => {
    const file = await corrupted('');
    expect(await checkNew(file)).toEqual([]);
    expect(await checkNew(file)).toEqual([]);
    const database = new SqliteDatabase(file, { readonly: true });
    expect(database.prepare('SELECT checkedEntry, checkedCall FROM LedgerProgress').all()).toEqual([
      { checkedEntry: 6, checkedCall: 3 },
    ]);
    database.close();
    expect(checkLedger(file)).toEqual([]);
  });

  test.each(
    // biome-ignore format: a table
    [
      ['a balance', 'UPDATE Purse SET posted = posted + 1000 WHERE key = 3', 'The purse acc_a has 1088 posted'],
      ['a hold', 'UPDATE Purse SET pending = 0 WHERE key = 3', 'The purse acc_a has 88 posted and 0 pending'],
      [
        'a second charge',
        `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey)
           VALUES (7, 7, 3, -1, 'charge', 0, 1), (8, 7, 2, 1, 'charge', 0, 1);
         UPDATE Purse SET posted = posted - 1 WHERE key = 3; UPDATE Purse SET posted = posted + 1 WHERE key = 2`,
        'Call 1 has 2 charges.',
      ],
      ['the last entries', 'DELETE FROM Entry WHERE key > 4', 'The table Entry ends at 4 but was checked up to 6.'],
      ['the last calls', 'DELETE FROM Call', 'The table Call ends at 0 but was checked up to 3.'],
    ],
  )('finds %s that changed after a check', async (_, sql, sentence) => {
    const file = await corrupted('');
    await checkNew(file);
    corruptAgain(file, sql);
    expect((await checkNew(file)).join('\n')).toContain(sentence);
  });

  test('leaves what it has seen to the check of everything, which looks at its sums, too', async () => {
    const file = await corrupted('');
    await checkNew(file);
    corruptAgain(file, 'UPDATE Entry SET amount = 2 * amount WHERE transfer = 1');
    expect(await checkNew(file)).toEqual([]);
    expect(checkLedger(file)).toContain(
      'The purse acc_a has 88 posted and 5 pending; they add up to 188 and 5.',
    );
    corruptAgain(
      file,
      `UPDATE Entry SET amount = amount / 2 WHERE transfer = 1;
       UPDATE Purse SET checkedPosted = 1 WHERE key = 3; UPDATE DailyUse SET checkedCalls = 9 WHERE purseKey = 4;
       UPDATE KeySpend SET checkedCredits = 1 WHERE period = 'all'; UPDATE MemberSpend SET checkedCredits = 1;
       UPDATE AccountSpend SET checkedCredits = 1 WHERE period = '2026-11'`,
    );
    expect(checkLedger(file)).toEqual(
      expect.arrayContaining([
        `${wrongSums}: The purse acc_a has 88 posted and 5 pending; they add up to 1 and 5.`,
        `${wrongSums}: The daily use of purse 4 on 2026-11-21 with product 1 by key 0 and member 0 does not match its calls.`,
        `${wrongSums}: The key key_a has spent 17 credits in "all", and its calls add up to 6.`,
        `${wrongSums}: The spending of purse 3 in 2026-11 does not match the calls of its account.`,
        `${wrongSums}: The spending of member 1 on 2026-11-21 does not match the member's calls.`,
      ]),
    );
  });

  test('does not go on where another check has marked more', async () => {
    let marked = 0;
    await checkNewRows(new SumsOnThread(await past()), async () => {
      marked += 1;
      return false;
    });
    expect(marked).toBe(1);
  });

  test('says what it found, and ends, where its progress cannot be written', async () => {
    const file = await corrupted('UPDATE Purse SET posted = 0 WHERE key = 3');
    const told: string[] = [];
    const tell = (found: string[]) => told.push(...found);
    const fail = () => Promise.reject(new Error('no room'));
    await expect(checkNewRows(new SumsOnThread(file), fail, { tell })).rejects.toThrow('no room');
    expect(told).toContain('The purse acc_a has 0 posted and 5 pending; they add up to 88 and 5.');
    const absent = new SumsOnThread(join(folder, 'absent.db'));
    await expect(checkNewRows(absent, () => Promise.resolve(true))).rejects.toThrow();
  });

  test('reads no table of calls and entries as a whole', () => {
    const database = new SqliteDatabase(ledgerFile, { readonly: true });
    for (const { kind, sql } of rulesOf('sqlite', { entry: 6, call: 3, firstOpen: 3 })) {
      const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
      const read = plan.filter(({ detail }) =>
        /^SCAN (?:Entry(?! USING INDEX Entry_refund)|Call|CallEnding|CallInput|IdempotentCall|DailyUse)\b/.test(
          detail,
        ),
      );
      expect(read, kind).toEqual([]);
    }
    database.close();
  });
});

const wrongSums = 'What an earlier check added up is wrong';

let seeded: Promise<string> | undefined;

/** A ledger of ten thousand calls, which nobody has checked. */
function past(): Promise<string> {
  seeded ??= (async () => {
    await mkdir(join(folder, 'past'));
    await seedLedger(join(folder, 'past'), 10_000);
    return join(folder, 'past', 'farebox.db');
  })();
  return seeded;
}

function corruptAgain(file: string, sql: string): void {
  const database = new SqliteDatabase(file);
  database.exec(sql);
  database.close();
}

describe('the database itself', () => {
  test.each([
    ['an entry to be changed', 'UPDATE Entry SET amount = 0', 'only ever added'],
    ['an entry to be deleted', 'DELETE FROM Entry', 'only ever added'],
    ['a charge above its quote', 'UPDATE Call SET charged = quoted + 1', 'CHECK'],
    ['a purse to owe', 'UPDATE Purse SET posted = pending - 1 WHERE key = 3', 'CHECK'],
    ['a hold below nothing', 'UPDATE Purse SET pending = -1 WHERE key = 3', 'CHECK'],
    ['spending below nothing', 'UPDATE KeySpend SET credits = -1', 'CHECK'],
    ['spending of an account below nothing', 'UPDATE AccountSpend SET credits = -1', 'CHECK'],
    [
      'a second charge of a call',
      "INSERT INTO Entry (transfer, purseKey, amount, kind, at, callKey) VALUES (7, 3, -1, 'charge', 0, 1)",
      'UNIQUE',
    ],
  ])('does not allow %s', (_, sql, says) => {
    const database = new SqliteDatabase(ledgerFile);
    expect(() => database.exec(sql)).toThrow(says);
    database.close();
  });
});
