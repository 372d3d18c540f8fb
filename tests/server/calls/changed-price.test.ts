import { createHash } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../setup/rows.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import { servedPortal } from '../../setup/served-portal.ts';
import { type Caller, sendCall } from '../../setup/send-call.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';

const portal = servedPortal({ FAREBOX_EGRESS_ALLOW: '127.0.0.1', FAREBOX_GUEST_CREDITS: '1000' });
let upstream: Upstream;
let database: SqliteDatabase.Database;

/** The called product at a price. */
function priced(credits: number) {
  const document = JSON.stringify({
    ...{ server: { url: upstream.url }, method: 'post', path: '/', responses: {} },
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { note: {} } } } },
    },
    'x-farebox': { price: { lines: [{ label: 'Call', flat: credits }], maximum: credits } },
  });
  const hash = createHash('sha256').update(document).digest('hex');
  return publishedProduct('called', { template: { id: 'tpl_called', hash, document } });
}

beforeAll(async () => {
  upstream = await startUpstream();
});
beforeEach(async () => {
  database = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'));
  database.exec('UPDATE Product SET nextAt = NULL, nextVersionKey = NULL');
  await portal.writer.run('publish-tags', { tags: publishedTags });
  for (const credits of [4, 5, 3])
    await portal.writer.run('publish', { products: [priced(credits)], now: 1 });
});
afterEach(() => database.close());
afterAll(() => upstream.close());

/** As another portal would, of which this one has not heard: the version of so many credits follows at a moment. */
function plan(credits: number, at: number): void {
  database
    .prepare(
      `UPDATE Product SET nextAt = ?, nextVersionKey =
         (SELECT key FROM TemplateVersion WHERE json_extract(document, '$.x-farebox.price.maximum') = ?)`,
    )
    .run(at, credits);
}

const call = (caller: Caller = {}) =>
  sendCall(`http://127.0.0.1:${portal.port}`, 'called', { note: 'a' }, caller);
const versionOf = async (callId: string) =>
  readRows<{ maximum: number }>(
    portal.dataFolder,
    `SELECT json_extract(v.document, '$.x-farebox.price.maximum') AS maximum
       FROM Call c JOIN TemplateVersion v ON v.key = c.versionKey WHERE c.id = ?`,
    callId,
  );

test('a call is charged by the price in force when its credits are taken, and by no other', async () => {
  const key = { headers: { 'idempotency-key': 'first' } };
  const first = await call(key);
  expect([first.status, first.charged]).toEqual([200, 3]);
  const estimate = await portal.ask(
    'POST',
    '/api/product/credits/required/called?detail=full',
    {},
    { note: 'a' },
  );
  const { quote } = z.object({ quote: z.string() }).parse(estimate.json);
  // The portal has the product in its memory, by the price of 3.
  plan(4, Date.now() - 1);
  const second = await call();
  expect([second.status, second.charged]).toEqual([200, 4]);
  expect(await versionOf(second.callId)).toEqual([{ maximum: 4 }]);
  expect((await call({ headers: { 'farebox-max-credits': '3' } })).json).toMatchObject({
    code: 'over-max-credits',
  });
  const quoted = await call({ headers: { 'farebox-quote': quote } });
  expect([quoted.charged, await versionOf(quoted.callId)]).toEqual([3, [{ maximum: 4 }]]);
  const again = await call(key);
  expect([again.status, again.callId, again.charged]).toEqual([200, first.callId, 3]);
  // It has heard of it.
  portal.caches.products.drop();
  portal.store.catalogue.forget();
  expect((await call()).charged).toBe(4);
  const later = await portal.ask('POST', '/api/product/credits/required/called', {}, { note: 'a' });
  expect(later.json).toMatchObject({ credits: 4 });
  plan(4, Date.now() + 3_600_000);
  portal.caches.products.drop();
  portal.store.catalogue.forget();
  expect((await call()).charged).toBe(3);
});

test('a price that changes again and again is given up', async () => {
  portal.caches.products.drop();
  portal.store.catalogue.forget();
  plan(4, Date.now() + 3_600_000);
  const { hold } = portal.ledger;
  let tries = 0;
  const { ledger } = portal.store;
  ledger.hold = async (wish) => {
    tries += 1;
    plan(tries % 2 === 1 ? 4 : 5, Date.now() - 1);
    return hold.call(ledger, wish);
  };
  try {
    const reply = await call();
    expect([reply.status, reply.charged, tries]).toEqual([503, 0, 3]);
    expect(reply.json).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('price') });
  } finally {
    ledger.hold = hold;
  }
});
