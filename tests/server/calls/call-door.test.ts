import { createHash } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../../server/callers/caller.ts';
import type { CallClient, CallRequest } from '../../../server/calls/call-request.ts';
import { makeCall } from '../../../server/calls/make-call.ts';
import { publishedInput } from '../../../server/inputs/read-json-object.ts';
import { problemCodeOf } from '../../../lib/problem/problem.ts';
import { callRow } from '../../setup/call-expectations.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

let portal: PortalUnderTest;
let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
  portal = await openPortalUnderTest({ FAREBOX_EGRESS_ALLOW: new URL(upstream.url).host });
  const document = JSON.stringify({
    ...{ server: { url: upstream.url }, method: 'post', path: '/', responses: {} },
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { script: {} } } } },
    },
    'x-farebox': { price: { lines: [{ label: 'Call', flat: 3 }], maximum: 3 } },
  });
  const hash = createHash('sha256').update(document).digest('hex');
  const template = { id: 'tpl_called', hash, document };
  await portal.writer.run('publish-tags', { tags: publishedTags });
  await portal.writer.run('publish', { products: [publishedProduct('called', { template })], now: 0 });
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
});

const guest: Caller = {
  ...{ kind: 'guest', purse: 'guest_a', allowance: 100, owner: null },
  ...{ idempotencyScope: 'guest_a', apiKey: null, person: null, member: null, operator: false },
};

/** A door that does nothing but answer with the code of a problem, and fails where the test says. */
function clientOf(script: object, faults: Partial<CallClient>): CallClient {
  return {
    ...{ network: '', readsWhole: false, announcedBytes: null, gone: undefined },
    readInput: async () => publishedInput({ script: { ...script } }),
    whenGone: () => {},
    whenOver: () => {},
    replyAnswer: (_reply, body) => ({ status: 200, headers: {}, payload: body }),
    problemAnswer: (error) => ({ status: 500, headers: {}, payload: problemCodeOf(error) }),
    streamHead: () => ({ status: 200, headers: {} }),
    ...faults,
  };
}

function call(script: object, faults: Partial<CallClient> = {}, product = 'called') {
  const request: CallRequest = {
    ...{
      began: performance.now(),
      product,
      idempotencyKey: null,
      quote: null,
      maxCredits: null,
      isStrict: false,
      readsOn: false,
    },
    ...{ names: { requestId: 'test' }, client: clientOf(script, faults) },
  };
  return makeCall(portal.context, guest, request);
}

const broken = () => {
  throw new TypeError('The door is broken.');
};

test('a call is made through any door', async () => {
  const { answer, cost } = await call({ chunks: ['all of it'] });
  expect(answer).toMatchObject({ status: 200, payload: Buffer.from('all of it') });
  expect(cost).toMatchObject({ charged: 3, balance: 97 });
});

test.each([
  { fails: 'that listens', script: {}, faults: { whenGone: broken } },
  { fails: 'that answers', script: {}, faults: { replyAnswer: broken } },
  { fails: 'that begins a stream', script: { type: 'text/event-stream' }, faults: { streamHead: broken } },
])('a door $fails and fails leaves no hold, and costs nothing', async ({ script, faults }) => {
  const { answer, cost } = await call(script, faults);
  expect(answer).toMatchObject({ payload: 'internal' });
  expect(cost.charged).toBe(0);
  expect(await callRow(portal.dataFolder, cost.callId)).toMatchObject({ state: 2, charged: 0 });
  await portal.context.callsUnderWay.untilIdle();
});

test('a product that cannot be looked up is told once, and costs nothing', async () => {
  const database = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'));
  database.exec('ALTER TABLE Product RENAME TO Lost');
  onTestFinished(() => {
    database.exec('ALTER TABLE Lost RENAME TO Product');
    database.close();
  });
  // A promise that fails unheard would end the portal, and fails this run.
  const { answer, cost } = await call({}, {}, 'never-looked-up');
  expect(answer).toMatchObject({ status: 500, payload: 'internal' });
  expect(cost.charged).toBe(0);
});
