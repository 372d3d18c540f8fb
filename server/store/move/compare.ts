import { movedTables } from './moved-tables.ts';
import type { MoveSource } from './source.ts';
import type { MoveTarget } from './target.ts';

const pursesAtOnce = 10_000;
/** A person reads no more. */
const mostSentences = 20;

/** A sentence for each difference between the numbers of rows, and between the balances of the purses. */
export async function compareCopies(source: MoveSource, target: MoveTarget): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of movedTables) {
    const [before, after] = [source.count(name), await target.count(name)];
    if (before !== after) found.push(`${name} has ${before} rows in SQLite and ${after} in PostgreSQL.`);
  }
  for (let afterKey = 0, isDone = false; !isDone; ) {
    const purses = source.balances(afterKey, pursesAtOnce);
    const copies = await target.balances(purses.map(({ key }) => key));
    for (const { key, id, posted, pending } of purses) {
      const copy = copies.get(key);
      if (copy?.posted !== posted || copy.pending !== pending)
        found.push(
          `The purse ${id} has ${posted} credits and ${pending} held in SQLite, and ${copy?.posted} and ${copy?.pending} in PostgreSQL.`,
        );
      if (found.length >= mostSentences) return found;
    }
    afterKey = purses.at(-1)?.key ?? afterKey;
    isDone = purses.length < pursesAtOnce;
  }
  return found;
}
