import { expect, it } from 'vitest';
import { PublishedCounts } from '../../../../server/pages/published-counts.ts';
import { dropPublished, makeCaches } from '../../../../server/portal/caches.ts';
import type { Published } from '../../../../server/store/writer.ts';

const known = { key: 1, id: 'key_a', accountId: 'acc_a', operator: false, expiresAtMs: null, member: null };

/** A process that has shown something of each kind, and knows of what was published by then. */
function reader() {
  const cache = makeCaches({ keep: true });
  const counts = new PublishedCounts();
  const fill = () => {
    cache.facets.set('facets', 'text', cache.facets.generation);
    cache.keys.set('key', known, cache.keys.generation);
    cache.sessions.set('session', { key: known, openedAtMs: 0 }, cache.sessions.generation);
  };
  fill();
  const left = () => [
    ...(cache.facets.get('facets') ? ['catalogue'] : []),
    ...(cache.keys.get('key') ? ['keys'] : []),
    ...(cache.sessions.get('session') ? ['sessions'] : []),
  ];
  return {
    fill,
    left,
    catchUp: (sent: string) => counts.catchUp(sent, (what) => dropPublished(cache, what)),
  };
}

it.each<[Published[], string[]]>([
  [[], ['catalogue', 'keys', 'sessions']],
  [['catalogue'], ['keys', 'sessions']],
  [['keys'], ['catalogue']],
  [['sessions'], ['catalogue', 'keys']],
  [['catalogue', 'keys'], []],
  [['sessions', 'sessions', 'catalogue'], ['keys']],
])('after %j was published, %j is still held', (published, held) => {
  const writer = new PublishedCounts();
  const { left, catchUp } = reader();
  for (const what of published) writer.count(what);
  catchUp(writer.toString());
  expect(left()).toEqual(held);
});

it('drops once for each change, and not for a request that was overtaken', () => {
  const writer = new PublishedCounts();
  const before = writer.toString();
  writer.count('catalogue');
  const after = writer.toString();
  const { fill, left, catchUp } = reader();
  catchUp(after);
  expect(left()).toEqual(['keys', 'sessions']);
  fill();
  for (const sent of [before, after, before]) catchUp(sent);
  expect(left()).toEqual(['catalogue', 'keys', 'sessions']);
  writer.count('catalogue');
  catchUp(writer.toString());
  expect(left()).toEqual(['keys', 'sessions']);
});
