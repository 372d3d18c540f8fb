import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exampleRequests } from '../../../examples/toolbox/document.ts';
import { jsonBody, startToolbox } from './toolbox-server.ts';

const main = '.next/toolbox/main.mjs';
const ready = z.object({ toolbox: z.url(), port: z.int().positive() });

describe('the process', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  test('says where it is, answers, and ends on SIGTERM', async () => {
    const { child, url } = await start('0');
    expect((await fetch(`${url}/ids`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('answers every example, whichever package it loads only then', async () => {
    const { url } = await start('0');
    const statuses = await Promise.all(
      exampleRequests().map(async ({ operationId, path, init }) => {
        const { status } = await fetch(url + path, init);
        return [operationId, status];
      }),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('ends when its parent closes its stdin', async () => {
    const { child } = await start('0');
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends without a word when its parent is gone before it is ready', async () => {
    const child = spawn(process.execPath, [main, '--port', '0'], { stdio: 'pipe' });
    children.push(child);
    child.stdout.destroy();
    const said = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await said).toBe('');
  });

  test('ends when its parent hangs up its IPC channel', async () => {
    const { child } = await start('0', ['ignore', 'pipe', 'inherit', 'ipc']);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('refuses what is no port with a sentence', async () => {
    const child = spawn(process.execPath, [main, '--port', 'http'], { stdio: 'pipe' });
    const said = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(await said).toContain('--port http is not a port');
  });

  async function start(
    port: string,
    stdio: ('pipe' | 'ignore' | 'inherit' | 'ipc')[] = ['pipe', 'pipe', 'inherit'],
  ) {
    const child: ChildProcess = spawn(process.execPath, [main, '--port', port], { stdio });
    children.push(child);
    if (!child.stdout) throw new Error('The toolbox has no stdout.');
    const [line] = await once(child.stdout, 'data');
    const { toolbox: url } = ready.parse(JSON.parse(String(line)));
    return { child, url };
  }
});

describe('what does not fit the document', () => {
  let toolbox: Awaited<ReturnType<typeof startToolbox>>;
  beforeAll(async () => {
    toolbox = await startToolbox();
  });
  afterAll(() => toolbox.stop());

  test.each<[string, string, RequestInit, number]>(
    // biome-ignore format: a table
    [
      ['an unknown path', '/nothing', {}, 404],
      ['a method that the path has not', '/ids', jsonBody({}), 405],
      ['broken JSON', '/json/diff', { ...jsonBody({}), body: '{"before":' }, 400],
      ['another media type', '/json/diff', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }, 415],
      ['a multipart body that breaks off', '/images/blur', multipart('--b\r\nContent-Disposition: form-data; name="file"'), 400],
      ['a multipart body of nothing', '/images/blur', multipart(''), 400],
      ['a body over a mebibyte', '/hashes', jsonBody({ text: 'x'.repeat(1024 * 1024) }), 413],
      ['a list over its limit', '/versions?versions=' + Array(101).fill('1.0.0').join(','), {}, 400],
    ],
  )('%s is a problem with a sentence', async (_name, path, request, status) => {
    const response = await fetch(toolbox.url + path, request);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({
      status,
      title: expect.any(String),
      detail: expect.stringMatching(/\.$/),
    });
    expect(response.status).toBe(status);
  });
});

function multipart(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body };
}

async function text(stream: AsyncIterable<unknown> | null): Promise<string> {
  let all = '';
  for await (const part of stream ?? []) all += String(part);
  return all;
}
