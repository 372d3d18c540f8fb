import { periods, startedPeriod, useOfCalls } from '../../sql/checked-part.ts';
import { dayOfCall } from '../../sql/spending.ts';
import type { Job } from '../writer/job.ts';

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
