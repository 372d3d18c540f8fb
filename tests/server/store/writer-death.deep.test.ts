import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtScript } from '../../setup/built-script.ts';

const child = await builtScript(new URL('./writer-death-child.ts', import.meta.url));

function run(end: 'dead' | 'closed') {
  return spawnSync(process.execPath, [child, end], { encoding: 'utf8', timeout: 300_000 });
}

test('a process whose writer dies says so in its log and ends with exit code 1', () => {
  const { status, stdout, stderr } = run('dead');
  expect([status, stdout]).toEqual([1, 'writer-stopped\n']);
  expect(JSON.parse(stderr)).toMatchObject({
    level: 'error',
    event: 'writer-died',
    message: 'The writer failed: no memory.',
  });
});

test('a writer that is closed takes nobody with it', () => {
  expect(run('closed')).toMatchObject({ status: 0, stderr: '' });
});
