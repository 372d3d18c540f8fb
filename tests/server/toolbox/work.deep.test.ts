import { spawn } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WorkerPool } from '../../../examples/toolbox/work/worker-pool.ts';
import { takeConsoleErrors } from '../../setup/no-console-errors.ts';
import { isRunning } from '../../setup/pages-process.ts';
import { jsonBody, multipartBody, startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

const ask = (path: string, init?: RequestInit) => fetch(toolbox.url + path, init);

/** Each is compared with each of the others. */
const endless = jsonBody({
  schema: { uniqueItems: true },
  document: Array.from({ length: 30_000 }, (_, value) => ({ value })),
});
/** A word that no line can hold is measured again for each letter, the more often the shorter the lines are. */
const endlessPdf = jsonBody({ markdown: 'W'.repeat(50_000), page: { size: 'A5', margin: 144 } });

/** It takes more than the 100 ms of quick work, and far less than its limit, also on a busy machine. */
const long = jsonBody({
  schema: { uniqueItems: true },
  document: Array.from({ length: 400 }, (_, value) => ({ value })),
});

describe('work that takes long', () => {
  test('stops nobody else, quick work in the same processes included', async () => {
    let ended = 0;
    const long = Array.from({ length: 8 }, async () => {
      const response = await ask('/json/validation', endless);
      ended += 1;
      return response;
    });
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await ask('/ids')).status).toBe(200);
      const diff = await ask('/json/diff', jsonBody({ before: { turn }, after: {} }));
      expect(await diff.json()).toMatchObject({ equal: false });
    }
    expect(ended).toBeLessThan(long.length);
    for (const response of await Promise.all(long)) {
      expect(await response.json()).toMatchObject({
        status: 422,
        detail: 'This input needs more than 2000 ms of work; send a smaller one.',
      });
    }
  });

  test('ends wherever it is, and the next call of the operation is answered', async () => {
    expect((await ask('/pdfs', endlessPdf)).status).toBe(422);
    expect((await ask('/pdfs', jsonBody({ markdown: '# Fine' }))).status).toBe(200);
  });

  test('ends in the midst of native code: a picture that an encoder would take a quarter of a minute for', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = await sharp({
      create: { width: 4000, height: 4000, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 30 })
      .toBuffer();
    const body = multipartBody(Uint8Array.from(picture), { format: 'avif', quality: '100' });
    expect(await (await ask('/images/convert', body)).json()).toMatchObject({
      status: 422,
      detail: 'This input needs more than 5000 ms of work; send a smaller one.',
    });
  });

  test('is turned away with a time to come again where too much of it waits', async () => {
    const gone = new AbortController();
    const asked = Array.from({ length: 16 }, () =>
      ask('/json/validation', { ...endless, signal: gone.signal }),
    );
    const away = await Promise.any(
      asked.map(async (response) => {
        if ((await response).status !== 429) throw new Error('It is not turned away.');
        return response;
      }),
    );
    expect(away.headers.get('retry-after')).toBe('2');
    expect(await away.json()).toMatchObject({
      detail: 'Too much work is waiting; try again in 2 seconds.',
    });
    gone.abort();
    await Promise.allSettled(asked);
    expect((await ask('/json/validation', jsonBody({ schema: {}, document: 1 }))).status).toBe(200);
  });
});

describe('the processes', () => {
  test('stay few while one long call follows another', async () => {
    const own = await startToolbox();
    const before = processCount();
    for (let turn = 0; turn < 12; turn += 1)
      expect((await fetch(`${own.url}/json/validation`, long)).status).toBe(200);
    // Two for long work, one that is spare, and two that start or end.
    expect(processCount() - before).toBeLessThanOrEqual(5);
    await own.stop();
  });
});

/** Starts a process for work, gives it a job that takes many minutes, and says its id while it is in the midst of that. */
const parentOfWorker = `
  import { fork } from 'node:child_process';
  const child = fork('examples/toolbox/work/worker-entry.mjs', { execArgv: [], serialization: 'advanced' });
  const document = Array.from({ length: 100_000 }, (_, value) => ({ value }));
  const input = JSON.stringify({ schema: { uniqueItems: true }, document, draft: '2020-12' });
  child.on('message', ({ kind }) => {
    if (kind === 'ready') child.send({ operationId: 'validateJson', input, files: {} });
    if (kind === 'loaded') console.log(child.pid);
  });`;

test('a process in the midst of a job ends when its parent is killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', parentOfWorker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text) => resolve(Number(text))),
  );
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

describe('a process that cannot start', () => {
  const request = { operationId: 'diffJson', input: '{"before":{},"after":{}}', files: {} };
  const pool = new WorkerPool();
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
    pool.close();
  });

  test('as the system refuses it fails the call that waits, and the next call is answered', async () => {
    // More than the system takes as one variable: a fault that `fork` throws.
    vi.stubEnv('TOOLBOX_TEST', 'x'.repeat(1024 * 1024));
    await expect(pool.run(request)).rejects.toThrow('A worker cannot start.');
    expect(takeConsoleErrors()).toEqual([expect.stringContaining('E2BIG')]);
    vi.unstubAllEnvs();
    expect(await pool.run(request)).toMatchObject({ type: 'application/json' });
  });

  test('as it hangs is ended, and fails the call that waits', async () => {
    vi.stubEnv(
      'NODE_OPTIONS',
      '--import=data:text/javascript,setInterval(()=>{},1e6);await(new(Promise)(()=>{}))',
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const before = processCount();
    const failed = expect(pool.run(request)).rejects.toThrow('It was not ready within 30000 ms.');
    expect(processCount()).toBe(before + 1);
    vi.advanceTimersByTime(30_000);
    await failed;
    expect(takeConsoleErrors()).toEqual([expect.stringContaining('It was not ready')]);
    vi.useRealTimers();
    await expect.poll(processCount).toBeLessThanOrEqual(before);
  });
});

/** The processes that this one has started. */
function processCount(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}
