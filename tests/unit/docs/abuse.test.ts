import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandOf } from '../../setup/named-tests.ts';

const rows = readFileSync('docs/abuse.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What comes in '))
  .map((line) => line.slice(2, -2).split(' | '));

test('the table is there', () => {
  expect(rows.length).toBeGreaterThan(70);
});

test.each(rows)('"%s" has an answer, and a test that holds it', (_what, answer, heldBy = '') => {
  expect(answer).toBeTruthy();
  const { file = '', title = '' } = /^`(?<file>[^`]+)`: (?<title>.+)$/.exec(heldBy)?.groups ?? {};
  expect(commandOf(`tests/${file}`, title)).toBeTruthy();
});
