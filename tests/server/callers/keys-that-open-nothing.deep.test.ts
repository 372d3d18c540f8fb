import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { applyProducts, type TestProduct } from '../../setup/test-catalogue.ts';

let portal: CallPortal;

beforeAll(async () => {
  portal = await startCallPortal({}, [], { pages: false, toolbox: false });
});
afterAll(() => portal.stop());

const apply = (products: TestProduct[]) => applyProducts(portal.dataFolder, portal.upstream.url, products);
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
