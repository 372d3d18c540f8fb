import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  askRunningSettings,
  connectWriter,
  openSharedStore,
} from '../../../server/control/connect-writer.ts';
import { startControlSocket } from '../../../server/control/start-control-socket.ts';
import { readSettings } from '../../../server/env.ts';
import { ownPublishingSettings } from '../../../server/products/online-hindrance.ts';
import { parseEgressAllow } from '../../../server/gateway/egress-allow.ts';
import { LeaseHeld, takeLease } from '../../../server/store/sqlite/lease.ts';
import { startWriter } from '../../../server/store/sqlite/writer/start-writer.ts';
import { builtScript } from '../../setup/built-script.ts';
import { useDataFolder } from '../../setup/held-data-folder.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import SqliteDatabase from 'better-sqlite3';

let root: string;
let dataFolder: string;
let databaseFile: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-control-'));
  dataFolder = join(root, 'data');
  databaseFile = join(dataFolder, 'farebox.db');
  await makeDatabase(databaseFile);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

const ownSettings = () => ownPublishingSettings(readSettings({}));
const runningSettings = () => ({ ...ownSettings(), url: 'http://localhost:3000' });

/** As a portal does, in this process. */
async function hold(): Promise<void> {
  const held = await useDataFolder(dataFolder, ownSettings());
  onTestFinished(() => held.close());
}

const holder = builtScript(new URL('./hold-data-folder.ts', import.meta.url));

/** The same in a process that can be killed. */
async function startHolder(variables: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await holder, dataFolder], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

describe('the lease', () => {
  test('refuses a second process and names the first, until that is killed', async () => {
    const holder = await startHolder();
    expect(() => takeLease(dataFolder)).toThrow(
      new LeaseHeld(
        `The data folder ${dataFolder} is in use by process ${holder.pid}. Stop that process, or set FAREBOX_DATA to another folder.`,
      ),
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    takeLease(dataFolder).release();
  });

  test('refuses its own process a second time, and is free once released', () => {
    const lease = takeLease(dataFolder);
    expect(() => takeLease(dataFolder)).toThrow(LeaseHeld);
    lease.release();
    takeLease(dataFolder).release();
  });
});

describe('the control socket', () => {
  test('writes through the portal that runs', async () => {
    await hold();
    const { writer, close } = await openSharedStore(dataFolder);
    await writer.run('publish-tags', { tags: publishedTags });
    const published = await writer.run('publish', { products: [publishedProduct('a')], now: 1 });
    expect(published).toEqual({ products: [{ slug: 'a', created: true, version: 1, release: 1 }] });
    await expect(
      writer.run('publish', {
        products: [publishedProduct('b', { tags: [{ kind: 1, slug: 'absent' }] })],
        now: 1,
      }),
    ).rejects.toMatchObject({ code: 'job-failed', message: expect.stringContaining('absent') });
    await close();
    const database = new SqliteDatabase(databaseFile);
    expect(database.prepare('SELECT slug FROM Product').pluck().all()).toEqual(['a']);
    database.close();
  });

  test('answers for a job without a result', async () => {
    await hold();
    const { writer, close } = await openSharedStore(dataFolder);
    await writer.run('publish-synonyms', {
      files: [],
      groups: [{ file: '/tags.yaml', phrases: ['photo', 'picture'] }],
    });
    expect(await writer.run('publish-tags', { tags: [] })).toEqual({ changed: [] });
    await close();
  });

  test('is taken over from a process that was killed; without any, the command line writes by itself', async () => {
    const holder = await startHolder();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(existsSync(join(dataFolder, 'control.sock'))).toBe(true);
    expect(await connectWriter(dataFolder)).toBeUndefined();

    const own = await openSharedStore(dataFolder);
    await own.writer.run('publish-tags', { tags: publishedTags });
    await own.close();
    await startHolder();
    const writer = await connectWriter(dataFolder);
    expect(await writer?.run('publish-tags', { tags: [] })).toEqual({ changed: [] });
    await writer?.close();
  });

  test('says where the portal is, which addresses it allows, and which credentials it has', async () => {
    expect(await askRunningSettings(dataFolder)).toBeUndefined();
    const list = 'db.internal other.internal:81 10.0.0.0/8 127.0.0.1:8080 [::1]:90 fd00::/8';
    const file = join(root, 'credential');
    await writeFile(file, 'from a file');
    await startHolder({
      PORT: '5987',
      ...{ FAREBOX_EGRESS_ALLOW: list, FAREBOX_SECRET_GIVEN: 'a', FAREBOX_SECRET_EMPTY: '' },
      ...{ FAREBOX_SECRET_FILED_FILE: file, FAREBOX_SECRET_GONE_FILE: join(root, 'gone') },
    });
    expect(await askRunningSettings(dataFolder)).toEqual({
      egressAllow: parseEgressAllow(list),
      secrets: new Set(['GIVEN', 'FILED']),
      url: 'http://localhost:5987',
    });
  });

  test('is for the owner of the folder only, and gone after closing', async () => {
    const writer = await startWriter(databaseFile);
    const socket = await startControlSocket(dataFolder, writer, runningSettings);
    expect(statSync(join(dataFolder, 'control.sock')).mode & 0o777).toBe(0o600);
    await socket.close();
    expect(existsSync(join(dataFolder, 'control.sock'))).toBe(false);
    expect(await connectWriter(dataFolder)).toBeUndefined();
    await writer.close();
  });

  test('lies in a private temporary folder where the path of the data folder is too long', async () => {
    const longFolder = join(root, 'deep'.repeat(30));
    await mkdir(longFolder);
    const writer = await startWriter(databaseFile);
    const socket = await startControlSocket(longFolder, writer, runningSettings);
    const path = await readFile(join(longFolder, 'control.path'), 'utf8');
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    const connected = await connectWriter(longFolder);
    expect(await connected?.run('publish-tags', { tags: [] })).toEqual({ changed: [] });
    await connected?.close();
    await socket.close();
    expect(existsSync(dirname(path))).toBe(false);
    await writer.close();
  });

  test.each([
    ['a verb that is not for the command line', '{"number":7,"verb":"settle","payload":{}}'],
    ['a payload of another version', '{"number":7,"verb":"set-status","payload":{"slug":"a"}}'],
    ['what is not JSON', '"number":7,'],
  ])('refuses %s', async (_what, line) => {
    const writer = await startWriter(databaseFile);
    const socket = await startControlSocket(dataFolder, writer, runningSettings);
    const client = createConnection(join(dataFolder, 'control.sock'));
    const lines = createInterface(client);
    client.write(`${line}\n`);
    const [reply] = await once(lines, 'line');
    expect(JSON.parse(String(reply))).toMatchObject({ number: 7, ok: false, code: 'job-failed' });
    await socket.close();
    await writer.close();
  });

  test('a portal that ends fails what is in flight', async () => {
    const holder = await startHolder();
    const { writer } = await openSharedStore(dataFolder);
    holder.kill('SIGSTOP');
    const inFlight = writer.run('publish-tags', { tags: [] });
    holder.kill('SIGKILL');
    await expect(inFlight).rejects.toMatchObject({ code: 'writer-stopped' });
    await expect(writer.run('publish-tags', { tags: [] })).rejects.toMatchObject({ code: 'writer-stopped' });
  });
});
