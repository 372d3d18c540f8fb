import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Author } from '../../../server/store/author.ts';
import { checkData } from '../../../server/store/check-data.ts';
import type { PublishedProduct } from '../../../server/store/catalogue/published-product.ts';
import { all, run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const day = 86_400_000;
const everything = { before: undefined, most: 99 };

/** The product at a price, from a file, or else the console. */
function priced(credits: number, changes: Partial<PublishedProduct> = {}): PublishedProduct {
  const document = JSON.stringify({
    ...{ server: { url: 'https://upstream.example' }, method: 'post', path: '/', responses: {} },
    'x-farebox': { price: { lines: [{ label: 'Call', flat: credits }], maximum: credits } },
  });
  const hash = createHash('sha256').update(document).digest('hex');
  return publishedProduct('called', {
    ...{ priceFrom: credits, priceTo: credits, template: { id: 'tpl_called', hash, document } },
    ...{ owner: { file: '/called.yaml', source: null }, ...changes },
  });
}
const ofConsole = { owner: { file: 'console', source: null } };

describe.each(engines)('a dearer version in $engine', ({ open }) => {
  const on = emptyForEach(open);
  const publish = (product: PublishedProduct, author?: Author) =>
    on.writer.run('publish', { products: [product], now: Date.now() }, author);
  const plans = async () => (await on.plannedVersions.list({ slug: 'called' }, everything, new Date())).rows;
  const states = async () => (await plans()).map(({ state }) => state);
  const pending = async () =>
    (await plans()).find(({ state }) => state === 'announced' || state === 'waiting');
  const stored = async () => (await on.publications.products(['called']))[0];
  const setRule = (noticeDays: number, needsSecond = false) =>
    on.writer.run('set-price-rule', { noticeDays, needsSecond });
  /** As if the moment of what is announced had passed. */
  const letPass = (at: number) =>
    on.change(function* () {
      yield* run(statement('UPDATE PlannedVersion SET effectiveAt = ? WHERE state = 1'), timeOf(at));
      yield* run(statement('UPDATE Product SET nextAt = ? WHERE nextAt IS NOT NULL'), timeOf(at));
    });

  const check = async () => {
    const checked = await checkData(on.place);
    return 'inconsistencies' in checked ? checked.inconsistencies : [checked.missing];
  };

  beforeEach(async () => {
    await on.writer.run('publish-tags', { tags: publishedTags });
    await setRule(14);
  });

  it('is planned for the end of its notice, with its texts at once, and once', async () => {
    await publish(priced(3));
    const before = Date.now();
    const dearer = priced(4, { name: 'Anew' });
    const first = await publish(dearer, {
      kind: 'command-line',
      id: 'ada',
      requestId: null,
      reason: 'Costs rise',
    });
    const [one] = first.products;
    expect(one).toMatchObject({ created: false, release: 2, planned: { waits: false } });
    expect(one?.planned?.at).toBeGreaterThanOrEqual(before + 14 * day - 1_000);
    expect(await stored()).toMatchObject({
      ...{ name: 'Anew', priceFrom: 3 },
      pending: { priceFrom: 4, waits: false },
    });
    expect(await plans()).toMatchObject([
      {
        state: 'announced',
        mayCostMore: true,
        reason: 'Costs rise',
        price: { from: 4, to: 4 },
        before: { from: 3, to: 3 },
      },
    ]);
    const again = await publish(dearer);
    expect(again.products[0]).toMatchObject({ release: 2, planned: one?.planned });
    // Another dearer one replaces it, and what costs no more than now withdraws it.
    await publish(priced(5));
    expect(await states()).toEqual(['announced', 'replaced']);
    await publish(priced(2));
    expect(await states()).toEqual(['withdrawn', 'replaced']);
    expect(await stored()).toMatchObject({ priceFrom: 2, pending: null });
    await publish(priced(4));
    await publish(priced(2));
    expect(await states()).toEqual(['withdrawn', 'withdrawn', 'replaced']);
    expect(await on.catalogue.findProduct('slug', 'called')).toMatchObject({ nextAt: null });
  });

  it('is in force at once without a notice, or if the product was never online', async () => {
    await publish(priced(3, { status: null }));
    expect((await publish(priced(4, { status: null }))).products[0]?.planned).toBeUndefined();
    await setRule(0);
    await publish(priced(4));
    expect((await publish(priced(5))).products[0]?.planned).toBeUndefined();
    expect(await states()).toEqual([]);
  });

  it('of the console is planned one at a time, and leaves texts alone', async () => {
    await publish(priced(3, ofConsole));
    const early = await publish(priced(4, { ...ofConsole, effectiveAt: Date.now() + day }));
    expect(early).toMatchObject({
      products: [],
      refused: [{ slug: 'called', earliestMs: expect.any(Number) }],
    });
    const at = Date.now() + 20 * day;
    await publish(priced(4, { ...ofConsole, effectiveAt: at }));
    expect(await pending()).toMatchObject({ effectiveAt: new Date(at) });
    expect(await publish(priced(2, ofConsole))).toMatchObject({
      products: [],
      refused: [{ slug: 'called' }],
    });
    await publish(priced(3, { ...ofConsole, name: 'Anew' }));
    expect(await states()).toEqual(['announced']);
    expect(await stored()).toMatchObject({ name: 'Anew', priceFrom: 3 });
  });

  it('is moved later at any time and earlier within its notice, and withdrawn', async () => {
    await publish(priced(3));
    await publish(priced(4, { effectiveAt: Date.now() + 30 * day }));
    const move = async (effectiveAt: number) =>
      on.writer.run('move-plan', { slug: 'called', plan: (await pending())?.key ?? 0, effectiveAt });
    expect(await move(Date.now() + day)).toMatchObject({ outcome: 'too-early' });
    expect(await move(Date.now() + 15 * day)).toMatchObject({ outcome: 'done' });
    // Its notice began when it was announced for then.
    await letPass(Date.now() + day);
    expect(await move(Date.now() + 2 * day)).toMatchObject({ outcome: 'done' });
    expect(await move(Date.now() + day)).toMatchObject({ outcome: 'too-early' });
    expect(await states()).toEqual(['announced', 'replaced', 'replaced']);
    const { key = 0 } = (await pending()) ?? {};
    expect(await on.writer.run('withdraw-plan', { slug: 'called', plan: key })).toMatchObject({
      outcome: 'done',
    });
    expect(await on.writer.run('withdraw-plan', { slug: 'called', plan: key })).toMatchObject({
      outcome: 'gone',
    });
    expect(await stored()).toMatchObject({ priceFrom: 3, pending: null });
  });

  it('that needs a second person waits, and its notice runs from the approval', async () => {
    await setRule(14, true);
    await on.writer.run('set-price-rule', { noticeDays: 14, needsSecond: true });
    await publish(priced(3));
    const ada: Author = { kind: 'person', id: 'per_ada', requestId: null };
    await publish(priced(4), ada);
    expect(await pending()).toMatchObject({ state: 'waiting', announcedAt: null });
    expect(await on.catalogue.findProduct('slug', 'called')).toMatchObject({ nextAt: null });
    const approve = async (author: Author) =>
      on.writer.run('approve-plan', { slug: 'called', plan: (await pending())?.key ?? 0 }, author);
    expect(await approve(ada)).toMatchObject({ outcome: 'same-person' });
    expect(await approve({ ...ada, kind: 'command-line' })).toMatchObject({ outcome: 'no-person' });
    const now = Date.now();
    expect(await approve({ ...ada, id: 'per_linus' })).toMatchObject({
      outcome: 'done',
      after: { waits: false },
    });
    const announced = await pending();
    expect(announced).toMatchObject({ state: 'announced', approvedBy: 'per_linus' });
    expect(announced?.effectiveAt.getTime()).toBeGreaterThanOrEqual(now + 14 * day - 1_000);
    expect(await approve({ ...ada, id: 'per_linus' })).toMatchObject({ outcome: 'not-waiting' });
  });

  it('becomes the own one of the product once its moment has passed, by one portal', async () => {
    await publish(priced(3));
    await publish(priced(4), { kind: 'command-line', id: 'ada', requestId: null, reason: 'Costs rise' });
    expect(await on.writer.run('take-effect', {})).toEqual({ products: [] });
    const at = Date.now() - 5;
    await letPass(at);
    // Before a portal has written it down.
    expect(await stored()).toMatchObject({ priceFrom: 4, pending: null });
    expect(await states()).toEqual(['in-force']);
    const runs = await Promise.all([1, 2, 3].map(() => on.writer.run('take-effect', {})));
    expect(runs.flatMap(({ products }) => products)).toEqual(['called']);
    const { releases } = await on.publications.releases('called', { before: undefined, most: 9 });
    expect(releases).toMatchObject([
      { number: 2, publishedAt: new Date(at), reason: 'Costs rise', authorId: 'ada', file: '/called.yaml' },
      { number: 1 },
    ]);
    expect(await on.catalogue.findProduct('slug', 'called')).toMatchObject({
      nextAt: null,
      nextVersionKey: null,
    });
    const [card] = await on.change(() => all(statement<{ card: string }>('SELECT card FROM Product')));
    expect(card?.card).toContain('"from":4');
    // Dearer again: it is compared with the one that is in force.
    expect((await publish(priced(4))).products[0]?.planned).toBeUndefined();
    expect((await publish(priced(5))).products[0]?.planned).toBeDefined();
    await letPass(at + 1);
    // A publication finds it, too.
    expect((await publish(priced(4))).products[0]?.planned).toBeUndefined();
    expect(await states()).toEqual(['in-force', 'in-force']);
    expect(await stored()).toMatchObject({ priceFrom: 4 });
  });

  it('is as the check expects, and the check finds what is not', async () => {
    await publish(priced(3));
    await publish(priced(4));
    await letPass(Date.now() - 1);
    await on.writer.run('take-effect', {});
    await publish(priced(5));
    await publish(priced(6));
    expect(await states()).toEqual(['announced', 'replaced', 'in-force']);
    expect(await check()).toEqual([]);
    const [one, , last] = await plans();
    for (const [sql, sentence] of [
      ['UPDATE Product SET nextAt = NULL', 'The product called does not repeat the version'],
      [
        'UPDATE PlannedVersion SET endedAt = createdAt WHERE state = 1',
        `The plan ${one?.key} is in the state 1`,
      ],
      [
        'UPDATE ProductRelease SET publishedAt = effective.at FROM (SELECT min(createdAt) AS at FROM PlannedVersion) effective',
        `The plan ${last?.key} is in force, but`,
      ],
    ] as const) {
      await on.change(() => run(statement(sql)));
      expect((await check()).join('\n')).toContain(sentence);
    }
  });
});
