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

it('does side by side what needs only what is done, and names all of it', async () => {
  let isBegun = () => {};
  const secondBegins = new Promise<void>((resolve) => (isBegun = resolve));
  const first = preparation('first', []);
  const waiting = preparation('waiting', [first], () => secondBegins);
  const second = preparation('second', [first], async () => isBegun());
  const last = preparation('last', [second, waiting]);
  const done = await prepare('.', [first, waiting, second, last]);
  expect(log.slice(0, 4)).toEqual(['first begins', 'first ends', 'waiting begins', 'second begins']);
  expect(log.slice(-2)).toEqual(['last begins', 'last ends']);
  expect(done.map(({ name }) => name).sort()).toEqual(['first', 'last', 'second', 'waiting']);
});

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
