import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const start = (...args: string[]) =>
  spawnSync(process.execPath, ['cli/start.mjs', ...args], { encoding: 'utf8' });

it('npm start says what it takes, and refuses what it does not know, before it builds anything', () => {
  expect(start('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--build-only') });
  expect(start('--prot')).toMatchObject({
    ...{ status: 2, stdout: '' },
    stderr: expect.stringMatching(/^There is no option "--prot"\./),
  });
});
