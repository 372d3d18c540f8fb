import type { Job } from '../writer/job.ts';

interface Place {
  entry: number;
  call: number;
  purse: number;
}

/** Entries and calls that were checked, with their sums. */
export interface CheckedPart {
  from: Place;
  to: Place;
  /** By purse. */
  posted: [purseKey: number, credits: number][];
  /** `name` is `purse day product`, as in DailyUse. */
  use: { name: string; calls: number; credits: number }[];
  /** By `key period`, as in KeySpend. */
  spent: [name: string, credits: number][];
}

/** Adds the checked part to the stored sums. False if another check was faster. */
export const markChecked: Job<CheckedPart, { marked: boolean }> = {
  publishes: false,
  prepare(database) {
    const move = database.prepare(
      `UPDATE LedgerProgress SET checkedEntry = ?, checkedCall = ?, checkedPurse = ?
        WHERE checkedEntry = ? AND checkedCall = ?`,
    );
    const addPosted = database.prepare('UPDATE Purse SET checkedPosted = checkedPosted + ? WHERE key = ?');
    const addUse = database.prepare(
      `UPDATE DailyUse SET checkedCalls = checkedCalls + ?, checkedCredits = checkedCredits + ?
        WHERE purseKey = ? AND day = ? AND productKey = ?`,
    );
    const addSpent = database.prepare(
      'UPDATE KeySpend SET checkedCredits = checkedCredits + ? WHERE apiKeyKey = ? AND period = ?',
    );
    return ({ from, to, posted, use, spent }) => {
      const { changes } = move.run(to.entry, to.call, to.purse, from.entry, from.call);
      if (changes !== 1) return { marked: false };
      for (const [key, credits] of posted) addPosted.run(credits, key);
      for (const { name, calls, credits } of use) addUse.run(calls, credits, ...name.split(' '));
      for (const [name, credits] of spent) addSpent.run(credits, ...name.split(' '));
      return { marked: true };
    };
  },
};
