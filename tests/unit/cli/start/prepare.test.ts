import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Preparation, prepare } from '../../../../cli/start/prepare.mjs';
import { runCommand } from '../../../../cli/start/run-command.mjs';
import { StepFailed } from '../../../../cli/start/step.mjs';

let log: string[] = [];
beforeEach(() => {
  log = [];
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

function preparation(
  name: string,
  after: Preparation[],
  work: () => Promise<unknown> = async () => {},
): Preparation {
  return {
    name,
    after,
    needed: () => true,
    async work() {
      log.push(`${name} begins`);
      await work();
      log.push(`${name} ends`);
    },
  };
}

it('leaves out what is not needed, and goes on with what comes after it', async () => {
  const first = { ...preparation('first', []), needed: () => false };
  expect((await prepare('.', [first, preparation('last', [first])])).map(({ name }) => name)).toEqual([
    'last',
  ]);
});

it('begins nothing after what failed, and ends what runs beside it', async () => {
  const first = preparation('first', [], () => Promise.reject(new StepFailed('It could not be done.')));
  const command = ['-e', 'setInterval(() => {}, 1_000)'];
  let ended: { ok: boolean } | undefined;
  const beside = preparation('beside', [], async () => {
    ended = await runCommand(process.execPath, command, { cwd: '.', timeLimitMs: 60_000 });
  });
  await expect(prepare('.', [beside, first, preparation('last', [first])])).rejects.toThrow(
    'It could not be done.',
  );
  expect(log).not.toContain('last begins');
  await expect.poll(() => ended).toMatchObject({ ok: false, timedOut: false });
});

it('does first what a preparation comes after, in whatever order they are named, or if it is not', async () => {
  const first = preparation('first', []);
  const second = preparation('second', [first]);
  await prepare('.', [preparation('last', [second]), second]);
  expect(log.filter((line) => line.endsWith('begins'))).toEqual([
    'first begins',
    'second begins',
    'last begins',
  ]);
});
