// @both-engines
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planList } from '../../../lib/operator/plans.ts';
import { operatorProduct, productReleaseList } from '../../../lib/operator/products.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { makePerson } from '../../setup/make-person.ts';
import { runBeside } from '../../setup/run-beside.ts';
import { applyProducts, type TestProduct } from '../../setup/test-catalogue.ts';

const dayMs = 86_400_000;
const flat = (slug: string, credits: number): TestProduct => ({
  ...{ slug, lines: [{ label: 'Call', flat: credits }], maximum: 9 },
});

let portal: CallPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  const slugs = ['of-file', 'of-console', 'goes-back', 'follows', 'approved'];
  const products = slugs.map((slug) => flat(slug, 3));
  const variables = { FAREBOX_PRICE_NOTICE_DAYS: '14' };
  portal = await startCallPortal(variables, products, { pages: false, toolbox: false });
  ({ headers } = await makePerson(portal.dataFolder, { role: 'publisher' }));
});
afterAll(() => portal.stop());

async function ask(path: string, body?: object, by = headers) {
  const response = await fetch(`${portal.url}/api/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...by, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = JSON.parse(text);
  return { status: response.status, json, text };
}

const read = async (slug: string) => operatorProduct.parse((await ask(`products/${slug}`)).json);
const plansOf = async (slug: string) => planList.parse((await ask(`products/${slug}/plans`)).json).list;
const releasesOf = async (slug: string) =>
  productReleaseList.parse((await ask(`products/${slug}/releases`)).json).list;
const keep = (slug: string) => ask(`products/${slug}/owner`, { keptIn: 'console' });
const charged = async (slug: string) => (await portal.call(slug)).charged;

/** Publishes the entry of a product of the console at another price. */
async function publishAt(slug: string, credits: number, more: object = {}) {
  const { entry, release } = await read(slug);
  const changed = entry.replace(/flat: \d+/, `flat: ${credits}`);
  return ask(`products/${slug}/releases`, { entry: changed, after: release, ...more });
}

/** Moves what is planned to a near moment, which is still to come when the portal reads of it. */
async function moveNear(slug: string): Promise<string> {
  const [{ plan = 0 } = {}] = await plansOf(slug);
  for (let aheadMs = 1_000; ; aheadMs *= 2) {
    const effectiveAt = new Date(Date.now() + aheadMs).toISOString();
    const { status } = await ask(`products/${slug}/plans/${plan}/moment`, { effectiveAt });
    if (status === 200) return effectiveAt;
    expect(status).toBe(422);
  }
}

/** As if the moment of what is announced of a product had come. */
const letPass = (slug: string, at: number) =>
  runBeside(portal.dataFolder, function* () {
    const product = 'SELECT key FROM Product WHERE slug = ?';
    const plan = statement(
      `UPDATE PlannedVersion SET effectiveAt = ? WHERE state = 1 AND productKey = (${product})`,
    );
    yield* run(plan, timeOf(at), slug);
    yield* run(statement('UPDATE Product SET nextAt = ? WHERE slug = ?'), timeOf(at), slug);
  });

describe('an increase waits for its notice', () => {
  it('by a file, which says so, and changes nothing when it is applied again', async () => {
    const apply = () => applyProducts(portal.dataFolder, portal.upstream.url, [flat('of-file', 4)]);
    const planned = /\nPlanned\n {2}of-file {2}in force from \d+ \w+ 20\d\d, \d\d:\d\d UTC\n/;
    expect((await apply()).stdout).toMatch(planned);
    expect(await charged('of-file')).toBe(3);
    const again = (await apply()).stdout;
    expect(again).toMatch(/UTC, as is planned already\n[^]*Nothing to do\./);
    expect(await plansOf('of-file')).toMatchObject([{ state: 'announced', mayCostMore: true }]);
  });

  it('by the console, where only texts follow on it', async () => {
    await keep('of-console');
    const soon = new Date(Date.now() + dayMs).toISOString();
    const early = await publishAt('of-console', 4, { effectiveAt: soon });
    expect([early.status, early.text]).toEqual([422, expect.stringContaining('/effectiveAt')]);
    const planned = await publishAt('of-console', 4, { reason: 'Costs rise' });
    expect(planned).toMatchObject({
      status: 201,
      json: { release: 1, changed: ['price'], planned: { waits: false } },
    });
    const [plan] = await plansOf('of-console');
    expect(plan).toMatchObject({
      price: { from: 4 },
      before: { from: 3 },
      reason: 'Costs rise',
      by: { kind: 'person' },
    });
    expect(Date.parse(plan?.effectiveAt ?? '')).toBeGreaterThan(Date.now() + 14 * dayMs - 60_000);
    expect(await charged('of-console')).toBe(3);
    const other = await publishAt('of-console', 2);
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('Withdraw it first')]);
    const { entry, release } = await read('of-console');
    const named = { entry: entry.replace(/^name: .*$/m, 'name: Anew'), after: release };
    expect(await ask('products/of-console/releases', named)).toMatchObject({
      status: 201,
      json: { planned: null, changed: ['name'] },
    });
    expect(await plansOf('of-console')).toHaveLength(1);
  });

  it('when it is moved, unless it is later', async () => {
    const [{ plan = 0, effectiveAt = '' } = {}] = await plansOf('of-console');
    const move = (to: number) =>
      ask(`products/of-console/plans/${plan}/moment`, { effectiveAt: new Date(to).toISOString() });
    expect((await move(Date.now() + dayMs)).status).toBe(422);
    expect(await move(Date.parse(effectiveAt) + dayMs)).toMatchObject({
      status: 200,
      json: { planned: { waits: false } },
    });
    expect((await move(Date.now() + 30 * dayMs)).status).toBe(409);
    expect((await plansOf('of-console')).map(({ state }) => state)).toEqual(['announced', 'replaced']);
  });

  it('until it is withdrawn, once', async () => {
    const [{ plan = 0 } = {}] = await plansOf('of-console');
    const withdraw = () => ask(`products/of-console/plans/${plan}/withdrawal`, {});
    expect(await withdraw()).toMatchObject({
      status: 200,
      json: { slug: 'of-console', plan, planned: null },
    });
    expect((await withdraw()).status).toBe(409);
    expect((await ask('products/of-console/plans/999999/withdrawal', {})).status).toBe(404);
    const pending = planList.parse((await ask('plans?pending=1')).json).list;
    expect(pending.map(({ slug }) => slug)).toEqual(['of-file']);
  });

  it('when an earlier release is published again', async () => {
    await keep('goes-back');
    expect(await publishAt('goes-back', 2)).toMatchObject({ status: 201, json: { planned: null } });
    expect(await charged('goes-back')).toBe(2);
    expect(await publishAt('goes-back', 3)).toMatchObject({ json: { planned: { waits: false } } });
    expect(await charged('goes-back')).toBe(2);
  });
});

it('what provably costs no more can be at a moment, and is a release from then on', async () => {
  await keep('follows');
  const tomorrow = new Date(Date.now() + dayMs).toISOString();
  expect(await publishAt('follows', 2, { effectiveAt: tomorrow })).toMatchObject({
    json: { planned: { effectiveAt: tomorrow } },
  });
  const at = await moveNear('follows');
  await expect.poll(() => releasesOf('follows')).toHaveLength(2);
  const [release] = await releasesOf('follows');
  expect(release).toMatchObject({ at, by: { kind: 'person' }, changed: ['price'], mayCostMore: false });
  expect(await charged('follows')).toBe(2);
  // Taking back what was cheaper is an increase.
  const [{ plan = 0 } = {}] = await plansOf('follows');
  const back = await ask(`products/follows/plans/${plan}/return`, { reason: 'A mistake' });
  expect(back).toMatchObject({ status: 200, json: { planned: { waits: false } } });
  expect(await charged('follows')).toBe(2);
  await letPass('follows', Date.now() - 1);
  expect(await charged('follows')).toBe(3);
  // Any publication finds what is due.
  await keep('approved');
  await expect.poll(() => releasesOf('follows')).toHaveLength(3);
  const [{ plan: last = 0, state } = {}] = await plansOf('follows');
  expect(state).toBe('in-force');
  // And taking back an increase is none.
  expect(await ask(`products/follows/plans/${last}/return`, {})).toMatchObject({ json: { planned: null } });
  expect(await charged('follows')).toBe(2);
  expect((await ask(`products/follows/plans/${last}/return`, {})).status).toBe(409);
});

it('another person approves where the portal asks for one', async () => {
  const rule = statement('UPDATE PriceRule SET needsSecond = ?');
  await runBeside(portal.dataFolder, () => run(rule, 1));
  expect(await publishAt('approved', 4)).toMatchObject({ json: { planned: { waits: true } } });
  const [{ plan = 0, state } = {}] = await plansOf('approved');
  expect(state).toBe('waiting');
  const approve = (by?: Record<string, string>) => ask(`products/approved/plans/${plan}/approval`, {}, by);
  const own = await approve();
  expect([own.status, own.text]).toEqual([422, expect.stringContaining('Another person')]);
  const linus = await makePerson(portal.dataFolder, { role: 'owner', name: 'Linus' });
  expect(await approve(linus.headers)).toMatchObject({ status: 200, json: { planned: { waits: false } } });
  expect(await plansOf('approved')).toMatchObject([
    { state: 'announced', approved: { by: { name: 'Linus' } } },
  ]);
  const finance = await makePerson(portal.dataFolder, { role: 'finance' });
  expect((await approve(finance.headers)).status).toBe(403);
  await runBeside(portal.dataFolder, () => run(rule, 0));
});
