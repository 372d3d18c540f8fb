import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { applyFixtures } from '../setup/apply-fixtures.ts';
import { printed } from '../setup/run-farebox.ts';
import { type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { listOf } from './shapes.ts';

const run = promisify(execFile);
let portal: RunningPortal;

const read = async (path: string): Promise<unknown> => (await fetch(`${portal.url}${path}`)).json();
const found = async (query: string) =>
  listOf(await read(`/api/product/list?pageSize=100&${query}`)).list.map(({ slug }) => slug);

beforeAll(async () => {
  portal = await startPortal();
  await applyFixtures(portal.dataFolder);
});

afterAll(() => portal.stop());

describe('an operator at the command line while the portal runs', () => {
  it('takes a product offline and online again, and every answer follows at once', async () => {
    const before = await found('q=every+price');
    expect(before[0]).toBe('every-price');
    await printed(portal.dataFolder, 'offline', 'every-price');
    expect(await found('q=every+price')).not.toContain('every-price');
    expect(await found('sort=price')).not.toContain('every-price');
    expect(await found('tag=fixtures')).not.toContain('every-price');
    expect(await read('/api/product/info?id=every-price')).toMatchObject({ status: 0 });
    expect(
      await (
        await fetch(`${portal.url}/api/product/credits/required/every-price`, { method: 'POST' })
      ).json(),
    ).toHaveProperty('credits');
    await printed(portal.dataFolder, 'online', 'every-price');
    expect(await found('q=every+price')).toEqual(before);
  });

  it('cannot start a second portal on the same data', async () => {
    const second = run(process.execPath, [serverBundle], {
      env: { ...process.env, FAREBOX_DATA: portal.dataFolder, PORT: '3999' },
    });
    await expect(second).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The data folder .* is in use by process \d+\..*\n$/),
    });
  });

  it('says that its port is taken', async () => {
    const { port } = new URL(portal.url);
    const dataFolder = await mkdtemp(join(tmpdir(), 'farebox-second-'));
    const second = run(process.execPath, [serverBundle], {
      env: { ...process.env, NODE_ENV: 'production', FAREBOX_DATA: dataFolder, PORT: port },
    });
    await expect(second).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`cannot listen on port ${port} of 127.0.0.1: another program uses it.`),
    });
    await rm(dataFolder, { recursive: true });
  });

  it('says which setting is wrong', async () => {
    const wrong = run(process.execPath, [serverBundle], {
      env: { ...process.env, PORT: 'many' },
    });
    await expect(wrong).rejects.toMatchObject({
      code: 2,
      stderr: 'PORT must be a whole number from 1 to 65535, not "many".\n',
    });
  });
});
