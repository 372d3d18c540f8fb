import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
  expect(existsSync(`tests/${file}`), file).toBe(true);
  expect(title).toBeTruthy();
  const lines = readFileSync(`tests/${file}`, 'utf8').split('\n');
  expect(lines.find((line) => line.indexOf(title) > line.search(/['"`]/))).toBeDefined();
});
