import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sabotages } from '../../crash/sabotages.ts';
import { faults } from '../../mutations/faults.mjs';
import { commandOf } from '../../setup/named-tests.ts';

const rows = readFileSync('docs/promises.md', 'utf8')
  .split('\n')
  .filter((line) => line.includes('`tests/') && line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it.each(rows)('%s: %s %s "%s" %s', (_promise, command, file = '', title = '', seen = '') => {
  expect(`\`${commandOf(file.replaceAll('`', ''), title)}\``).toBe(command);
  const known = [...faults.map(({ what }) => what), ...sabotages.map(({ name }) => name), ''];
  expect(known).toContain(seen);
});

it('each fault breaks a promise', () => {
  const seen = rows.map((row) => row[4]);
  expect(faults.map(({ what }) => what).filter((what) => !seen.includes(what))).toEqual([]);
});
