import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ListFilter } from '../../server/store/catalogue.ts';
import { orderedProducts } from '../../server/store/sql/catalogue/order-products.ts';
import { sqliteFullText } from '../../server/store/sqlite/catalogue/sqlite-full-text.ts';
import { openPortalUnderTest, type PortalUnderTest } from './portal-under-test.ts';

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

test.each([undefined, 'name', '-created', 'price', '-price'] as const)(
  'the whole catalogue in the order %s is read from an index, and not sorted',
  async (sort) => {
    for (const status of ['1', '0'] as const) {
      expect(await planOf(sort, status)).toMatch(/^SEARCH p USING COVERING INDEX \S+ \(status=\?\)$/);
    }
  },
);
