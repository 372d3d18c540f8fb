import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callsOf, expectCharged, expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal, type TestAccount } from '../../setup/call-portal.ts';
import { changeRows } from '../../setup/rows.ts';
import { readReply } from '../../setup/send-call.ts';
import { applyProducts, type TestProduct } from '../../setup/test-catalogue.ts';

let portal: CallPortal;
let account: TestAccount;

beforeAll(async () => {
  portal = await startCallPortal({}, [], { pages: false, toolbox: false });
  account = await makeAccount(portal.dataFolder, 1_000);
});
afterAll(() => portal.stop());

/** A question to an address of the portal, with no more than it says. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<Awaited<ReturnType<typeof readReply>>>((resolve, reject) => {
    const outgoing = request(new URL(path, portal.url), { headers, agent: false }, (incoming) =>
      resolve(readReply(incoming)),
    );
    outgoing.on('error', reject).end();
  });
}

const apply = (products: TestProduct[]) => applyProducts(portal.dataFolder, portal.upstream.url, products);
const bearer = ({ key }: TestAccount) => ({ authorization: `Bearer ${key}` });

it('a key that was revoked after its caller was let in holds nothing', async () => {
  const { id, key } = await makeAccount(portal.dataFolder, 10);
  const keyed = { key, headers: { 'idempotency-key': 'before' } };
  expectCharged(await portal.call('scripted', {}, keyed), 1);
  // Not by the writer: what lets callers in does not hear of it.
  await changeRows(
    portal.dataFolder,
    'UPDATE ApiKey SET revokedAt = createdAt WHERE accountKey = (SELECT key FROM Account WHERE id = ?)',
    id,
  );
  expectRefused(await portal.call('scripted', {}, { key }), 401, 'invalid-key');
  expectRefused(await portal.call('scripted', {}, keyed), 401, 'invalid-key');
  expect(await callsOf(portal.dataFolder, id)).toHaveLength(1);
});

it('what belongs to another account is not there: call, receipt and input', async () => {
  const other = await makeAccount(portal.dataFolder, 10);
  const { callId } = await portal.call('scripted', {}, { key: account.key });
  const paths = [`/api/calls/${callId}`, `/api/calls/${callId}/input`];
  for (const path of paths) {
    const [own, others, guests, nobodys] = await Promise.all([
      get(path, bearer(account)),
      get(path, bearer(other)),
      get(path),
      get(path.replace(callId, 'call_00000000000000000000000000'), bearer(other)),
    ]);
    expect([path, own.status]).toEqual([path, 200]);
    for (const reply of [others, guests, nobodys])
      expect([path, reply.status, reply.json]).toMatchObject([path, 404, { code: 'not-found' }]);
    const words = (reply: typeof others) => String(Object(reply.json).detail).replace(/call_\w+/, '');
    expect(words(others)).toBe(words(nobodys));
  }
  const { json } = await get('/api/calls', bearer(other));
  expect(json).toMatchObject({ list: [], total: 0 });
});

it('a product whose upstream is not of the public internet cannot be published', async () => {
  const servers = [
    'http://127.0.0.2:8080',
    'http://[::1]:8080',
    'http://0x7f.2',
    'http://2130706434',
    'http://169.254.169.254',
    'http://[64:ff9b::7f00:1]',
    'http://[::ffff:10.0.0.1]',
    'http://10.1.2.3',
    'http://localhost',
    'http://portal.localhost',
  ];
  const { code, stderr } = await apply(servers.map((server, index) => ({ slug: `inside-${index}`, server })));
  expect([code, stderr]).toEqual([2, expect.stringContaining('FAREBOX_EGRESS_ALLOW')]);
  for (const index of servers.keys()) {
    expect(stderr).toContain(`inside-${index}`);
    expectRefused(await portal.call(`inside-${index}`), 404, 'not-found');
  }
});

it('an expression bomb cannot be published, and holds nobody up', async () => {
  const bombs = {
    'too-long': `size([${'1,'.repeat(20_000)}1])`,
    'too-deep': `${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
    'lists-of-lists': `size(${'[1,2,3,4,5,6,7,8,9].map(x, '.repeat(8)}1${')'.repeat(8)})`,
    'growing-number': `${'input.size * '.repeat(500)}input.size`,
    'catastrophic-pattern': 'input.note.matches("^(a+)+$") ? 1 : 2',
  };
  const publish = async (quantityOf: (bomb: string) => string) => {
    const before = performance.now();
    const lines = (bomb: string) => [
      { label: 'Bomb', per: { quantity: quantityOf(bomb), rate: 1, unit: 'unit' } },
    ];
    const result = await apply(Object.entries(bombs).map(([slug, bomb]) => ({ slug, lines: lines(bomb) })));
    return { ...result, ms: performance.now() - before };
  };
  const slip = await publish(() => 'input.size +');
  const { code, stderr, ms } = await publish((bomb) => bomb);
  expect(ms).toBeLessThan(5 * slip.ms);
  expect([slip.code, code]).toEqual([2, 2]);
  for (const slug of Object.keys(bombs)) {
    expect(stderr).toContain(slug);
    expectRefused(await portal.call(slug), 404, 'not-found');
  }
});
