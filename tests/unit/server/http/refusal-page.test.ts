import { expect, it } from 'vitest';
import { Problem } from '../../../../lib/problem/problem.ts';
import { refusalPage } from '../../../../server/pages/serve-page.ts';

const later = { 'retry-after': '42' };
const textOf = (problem: Problem, cookies?: string) => String(refusalPage(problem, cookies, 'r-1').payload);

it.each(
  // biome-ignore format: a table
  [
    ['says itself', 'The limit is 10. Try again in 42 s.', later, 'The limit is 10. Try again in 42 s.</p>'],
    ['leaves out', 'The portal is busy.', later, 'The portal is busy. Try again in 42 seconds.</p>'],
    ['leaves out', 'The portal is busy.', { 'retry-after': '1' }, 'The portal is busy. Try again in a second.</p>'],
  ],
)('says once when to try again, which the detail %s', (_name, detail, headers, expected) => {
  const html = textOf(new Problem('unavailable', detail, [], headers));
  expect(html).toContain(expected);
  expect(html.match(/Try again in/g)).toHaveLength(1);
  expect(html).toContain('href="">Try again</a>');
  expect(html).toContain('href="/problems/unavailable"');
  expect(html).toContain('Status 503 · Request r-1');
});

it('leads to the catalogue where the same address would be refused again', () => {
  const html = textOf(new Problem('bad-request', 'The address has <two> queries.'));
  expect(html).toContain('&lt;two>');
  expect(html).toContain('href="/">Go to the catalogue</a>');
  expect(html).not.toContain('Try again');
});

it.each([
  [undefined, '<html lang="en">'],
  ['a=b; farebox_theme=dark', '<html lang="en" data-theme="dark">'],
  ['farebox_theme="><script>', '<html lang="en">'],
])('has the theme of %s, and no script', (cookies, expected) => {
  const html = textOf(new Problem('rate-limited', 'Too many.', [], later), cookies);
  expect(html).toContain(expected);
  expect(html).not.toMatch(/<script/i);
});
