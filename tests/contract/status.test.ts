import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { printed } from '../setup/run-farebox.ts';
import { ask, post } from './ask.ts';
import { listOf } from './shapes.ts';

const run = promisify(execFile);
const found = async (query: string) =>
  listOf((await ask(`/api/product/list?pageSize=100&${query}`)).json).list.map(({ slug }) => slug);

describe('a portal', () => {
  it('keeps a connection for longer than the minute for which proxies do', async () => {
    const answer = await fetch(`${inject('portalUrl')}/api/health`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=75');
  });
});

describe('an operator at the command line while the portal runs', () => {
  it('takes a product offline and online again, and every answer follows at once', async () => {
    const before = await found('q=every+price');
    expect(before[0]).toBe('every-price');
    await printed(inject('dataFolder'), 'offline', 'every-price');
    expect(await found('q=every+price')).not.toContain('every-price');
    expect(await found('sort=price')).not.toContain('every-price');
    expect(await found('tag=fixtures')).not.toContain('every-price');
    expect((await ask('/api/product/info?id=every-price')).json).toMatchObject({ status: 0 });
    expect((await post('/api/product/credits/required/every-price', {})).json).toHaveProperty('credits');
    await printed(inject('dataFolder'), 'online', 'every-price');
    expect(await found('q=every+price')).toEqual(before);
  });

  it('cannot start a second portal on the same data', async () => {
    const second = run(process.execPath, [serverBundle], {
      env: { ...process.env, FAREBOX_DATA: inject('dataFolder'), PORT: '3999' },
    });
    await expect(second).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The data folder .* is in use by process \d+\..*\n$/),
    });
  });

  it('says that its port is taken', async () => {
    const { port } = new URL(inject('portalUrl'));
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
