import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ListFilter } from '../../../server/store/catalogue.ts';
import { orderedProducts } from '../../../server/store/sql/catalogue/order-products.ts';
import { sqliteFullText } from '../../../server/store/sqlite/catalogue/sqlite-full-text.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { postgresFullText } from '../../../server/store/postgres/catalogue/postgres-full-text.ts';
import { postgresSql } from '../../../server/store/postgres/postgres-sql.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

let portal: PortalUnderTest;
beforeAll(async () => {
  portal = await openPortalUnderTest({});
});
afterAll(() => portal.close());

const steps = z.array(z.object({ detail: z.string() }));

/** How SQLite finds the products of a list. It keeps no statistics, so that the plan is the same for any number. */
async function planOf(sort: ListFilter['sort'], status: ListFilter['status']): Promise<string> {
  const query = orderedProducts(sqliteFullText, { tag: [], sort, status, choices: [], search: undefined });
  const plan = steps.parse(await portal.database.$queryRaw`EXPLAIN QUERY PLAN ${query}`);
  return plan.map(({ detail }) => detail).join('\n');
}

const sorts = [undefined, 'name', '-created', 'price', '-price'] as const;

test.each(sorts)(
  'the whole catalogue in the order %s is read from an index, and not sorted',
  async (sort) => {
    for (const status of ['1', '0'] as const) {
      expect(await planOf(sort, status)).toMatch(/^SEARCH p USING COVERING INDEX \S+ \(status=\?\)$/);
    }
  },
);

/** PostgreSQL sorts what is few, unless it is told not to: where no index has the order, it sorts all the same. */
test.each(sorts)('PostgreSQL reads the order %s from an index, too', async (sort) => {
  const pool = openConnections(await makePostgresDatabase(), 1);
  await pool.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
  const query = orderedProducts(postgresFullText, {
    ...{ type: undefined, tag: [], q: undefined, sort, status: '1', choices: [], search: undefined },
  });
  const { rows } = await pool.query<object>(`EXPLAIN ${postgresSql(query.sql)}`, [...query.values]);
  await pool.end();
  expect(JSON.stringify(rows)).toMatch(
    /^\[\{"QUERY PLAN":"Index Only Scan using [^{]*\}(,\{"QUERY PLAN":" *Index Cond: [^{]*\})\]$/,
  );
});
