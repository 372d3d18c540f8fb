import { runSteps } from '../postgres/run-steps.ts';
import { writeApiTexts, writeProductTexts } from '../catalogue/product-texts.ts';
import type { Steps } from '../sql/statement.ts';
import type { MoveTarget } from './target.ts';

const atOnce = 100;

/** Makes in the target what is not copied: what search finds, and the numbers that follow the greatest keys. */
export async function makeRest(target: MoveTarget): Promise<void> {
  await writeTexts(target, 'Product', writeProductTexts);
  await writeTexts(target, 'Api', writeApiTexts);
  for (const table of await target.numberedTables())
    await target.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', 'key'), max("key")) FROM "${table}" HAVING max("key") IS NOT NULL`,
    );
  // Within a day keys grow by their last 32 bits.
  for (const table of ['Call', 'Entry'])
    await target.query(
      `SELECT setval('"${table}_number"', max("key" & 4294967295)) FROM "${table}" HAVING max("key") IS NOT NULL`,
    );
  await target.query('ANALYZE');
}

async function writeTexts(
  target: MoveTarget,
  table: 'Product' | 'Api',
  write: (key: number) => Steps<void>,
): Promise<void> {
  const part = `search of ${table}`;
  let { after, isDone } = await target.progress(part);
  while (!isDone) {
    const keys = await target.keysAfter(table, Number(after?.[0] ?? 0), atOnce);
    isDone = keys.length < atOnce;
    const last = [keys.at(-1) ?? 0];
    await target.advance(part, { last, isLast: isDone }, async (client) => {
      for (const key of keys) await runSteps(client, write(key));
    });
    after = last;
  }
}
