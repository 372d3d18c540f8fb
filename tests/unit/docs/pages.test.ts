import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

it.each(pages)('%s leads to pages that there are', (page) => {
  const targets = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
    ([, target = '']) => target,
  );
  expect(targets.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
});

const rooms = ['lib', 'server', 'components'].flatMap((part) =>
  readdirSync(part, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('README.md'))
    .map((file) => join(part, file)),
);

it.each(rooms)('%s names files that there are', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(join(dirname(page), file)) && !existsSync(file))).toEqual([]);
});
