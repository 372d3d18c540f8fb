import { periods, startedPeriod, useOfCalls } from '../../sql/checked-part.ts';
import { dayOfCall } from '../../sql/spending.ts';
import type { Job } from '../writer/message.ts';

const longestMs = 10;
const pagesAtOnce = 64;

/** The part of the file that may stay free for new data, and the minimum in pages. */
const freePart = 0.1;
const leastFreePages = 1_024;

/**
 * Returns free pages to the file system if there are more than new calls soon fill. A file of an older version shrinks
 * only through backup and restore; its free pages are reused.
 */
export const shortenFile: Job<'shorten-file'> = {
  publishes: false,
  prepare(database) {
    const free = database.prepare<[], number>('PRAGMA freelist_count').pluck();
    const all = database.prepare<[], number>('PRAGMA page_count').pluck();
    const pageBytes = Number(database.pragma('page_size', { simple: true }));
    const isAble = database.pragma('auto_vacuum', { simple: true }) === incremental;
    return () => {
      const before = all.get() ?? 0;
      const surplus = (free.get() ?? 0) - Math.max(leastFreePages, Math.floor(before * freePart));
      if (!isAble || surplus <= 0) return { bytes: 0, isDone: true };
      const until = performance.now() + longestMs;
      for (let dropped = 0; dropped < surplus && performance.now() < until; dropped += pagesAtOnce)
        database.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
      const pages = before - (all.get() ?? 0);
      return { bytes: pages * pageBytes, isDone: pages === 0 || pages >= surplus };
    };
  },
};

/** The value of `PRAGMA auto_vacuum`. */
const incremental = 2;

/** Changes nothing. Its transaction takes the lock of the file. */
export const probe: Job<'probe'> = {
  publishes: false,
  prepare: () => () => undefined,
};

const calls = '(SELECT * FROM Call WHERE key > ? AND key <= ?) c';

/** Adds what the calls of a part cost to the checked spending of a table, which has rows only of those with a cap. */
const addSpent = (table: string, owner: string, [time, of, rows]: [string, string, string]) =>
  `UPDATE ${table} AS s SET checkedCredits = s.checkedCredits + n.credits
     FROM (SELECT c.${owner} AS owner, ${of} AS time, sum(c.charged) AS credits FROM ${calls} ${rows} GROUP BY 1, 2) n
    WHERE n.owner = s.${owner} AND n.time = s.${time}`;
const byPeriod: [string, string, string] = ['period', startedPeriod('sqlite'), periods];

const addUse = `UPDATE DailyUse AS u SET checkedCalls = u.checkedCalls + n.calls, checkedCredits = u.checkedCredits + n.credits
  FROM (SELECT ${useOfCalls('sqlite')} FROM ${calls} GROUP BY 1, 2, 3, 4, 5) n
 WHERE n.purseKey = u.purseKey AND n.day = u.day AND n.productKey = u.productKey AND n.apiKeyKey = u.apiKeyKey
   AND n.memberKey = u.memberKey`;

/** Adds what was checked to the sums beside the figures. False where something else was checked meanwhile. */
export const markChecked: Job<'mark-checked'> = {
  publishes: false,
  prepare(database) {
    const move = database.prepare(
      `UPDATE LedgerProgress SET checkedEntry = ?, checkedCall = ? WHERE checkedEntry = ? AND checkedCall = ?`,
    );
    const addPosted = database.prepare(
      `UPDATE Purse AS p SET checkedPosted = p.checkedPosted + n.credits
         FROM (SELECT purseKey, sum(amount) AS credits FROM Entry WHERE key > ? AND key <= ? GROUP BY 1) n
        WHERE n.purseKey = p.key`,
    );
    const addOfCalls = [
      addUse,
      addSpent('KeySpend', 'apiKeyKey', byPeriod),
      addSpent('AccountSpend', 'purseKey', byPeriod),
      addSpent('MemberSpend', 'memberKey', ['day', dayOfCall.sqlite, '']),
    ].map((sql) => database.prepare(sql));
    return ({ from, to }) => {
      const { changes } = move.run(to.entry, to.call, from.entry, from.call);
      if (changes !== 1) return { marked: false };
      addPosted.run(from.entry, to.entry);
      for (const add of addOfCalls) add.run(from.call, to.call);
      return { marked: true };
    };
  },
};
