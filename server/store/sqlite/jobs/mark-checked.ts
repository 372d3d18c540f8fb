import type { Job } from '../writer/job.ts';

/** Adds what was checked to the sums beside the figures. False where something else was checked meanwhile. */
export const markChecked: Job<'mark-checked'> = {
  publishes: false,
  prepare(database) {
    const move = database.prepare(
      `UPDATE LedgerProgress SET checkedEntry = ?, checkedCall = ?, checkedPurse = ?
        WHERE checkedEntry = ? AND checkedCall = ?`,
    );
    const addPosted = database.prepare('UPDATE Purse SET checkedPosted = checkedPosted + ? WHERE key = ?');
    const addUse = database.prepare(
      `UPDATE DailyUse SET checkedCalls = checkedCalls + ?, checkedCredits = checkedCredits + ?
        WHERE purseKey = ? AND day = ? AND productKey = ? AND apiKeyKey = ? AND memberKey = ?`,
    );
    const addSpent = database.prepare(
      'UPDATE KeySpend SET checkedCredits = checkedCredits + ? WHERE apiKeyKey = ? AND period = ?',
    );
    const addSpentByMember = database.prepare(
      'UPDATE MemberSpend SET checkedCredits = checkedCredits + ? WHERE memberKey = ? AND day = ?',
    );
    const addSpentByAccount = database.prepare(
      "UPDATE AccountSpend SET checkedCredits = checkedCredits + ? WHERE purseKey = ? AND period IN (?, ?, 'all')",
    );
    return ({ from, to, posted, use, spent, spentByMembers }) => {
      const { changes } = move.run(to.entry, to.call, to.purse, from.entry, from.call);
      if (changes !== 1) return { marked: false };
      for (const [key, credits] of posted) addPosted.run(credits, key);
      for (const { name, calls, credits } of use) {
        addUse.run(calls, credits, ...name.split(' '));
        const [purse, day = ''] = name.split(' ');
        // Of accounts without a cap there are no rows.
        addSpentByAccount.run(credits, purse, day, day.slice(0, 7));
      }
      for (const [name, credits] of spent) addSpent.run(credits, ...name.split(' '));
      for (const [name, credits] of spentByMembers) addSpentByMember.run(credits, ...name.split(' '));
      return { marked: true };
    };
  },
};
