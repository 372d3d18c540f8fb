import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { agentProgram } from '../../cli/test/agent-programs.mjs';
import { laterNode } from './clients.ts';
import { fixtures } from './fixtures.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { testEgress } from '../setup/farebox.ts';
import { freePort } from '../setup/free-port.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makePerson } from '../setup/make-person.ts';
import { type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';

const root = process.cwd();
const suite = agentProgram(root, '@modelcontextprotocol/conformance/dist/index.js');
let upstream: Upstream;
let portal: RunningPortal;
beforeAll(async () => {
  upstream = await startUpstream();
  portal = await startPortal([], undefined, { FAREBOX_EGRESS_ALLOW: testEgress });
  await publishProducts(portal.dataFolder, upstream.url, fixtures);
});
afterAll(async () => {
  await portal.stop();
  await upstream.close();
});

/**
 * What the suite asks of a server, with products that are pinned as tools for its tools. What a portal has not, such as
 * prompts, is in a list with a reason each; a line of a scenario that passes fails the run.
 */
test.each(['2026-07-28', '2025-11-25'])(
  'the suite of %s finds nothing but what is listed',
  async (revision) => {
    const folder = await mkdtemp(join(tmpdir(), 'farebox-conformance-'));
    const pinned = fixtures.map(({ slug }) => slug).join(',');
    const url = `${portal.url}/mcp?products=${pinned}&max-credits=2&ask-above=1`;
    const args = ['server', '--url', url, '--requirements', revision];
    const listed = join(import.meta.dirname, `expected-failures-${revision}.yaml`);
    const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
      const all = [suite, ...args, '--expected-failures', listed, '--output-dir', folder];
      const child = execFile(laterNode, all, { timeout: 100_000 }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, said: `${stdout}${stderr}` }),
      );
    });
    await rm(folder, { recursive: true });
    expect(code, said).toBe(0);
  },
);

/**
 * What the suite asks of an authorization server: its metadata, and one grant by a code. It prints an address for a person,
 * and waits for the answer at its own. It has no list of expected failures, passes what it skips or warns of, and registers
 * no client, refreshes and revokes nothing, and sends no wrong request: the tests of the contract do that.
 */
test('the suite of authorization servers passes, with a person who allows it', async () => {
  const port = await freePort();
  const client = await post('/oauth/register', { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const { client_id } = z.object({ client_id: z.string() }).parse(await client.json());
  const folder = await mkdtemp(join(tmpdir(), 'farebox-conformance-'));
  const about = ['--url', portal.url, '--client-id', client_id, '--resource', `${portal.url}/mcp`];
  const place = ['--port', String(port), '--output-dir', folder];
  const child = spawn(laterNode, [suite, 'authorization', ...about, ...place]);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const asked = new Promise<URL>((resolve) => {
    child.stdout.on('data', (part: Buffer) => {
      const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(part.toString())?.[0];
      if (address !== undefined) resolve(new URL(address));
    });
  });
  const request = await Promise.race([asked, ended]);
  if (request instanceof URL) await fetch(await allow(request));
  const [stdout, stderr] = await ended;
  expect(child.exitCode, `${stdout}${stderr}`).toBe(0);
  expect(await checksIn(folder)).toEqual({
    'authorization-server-metadata': 'SUCCESS',
    'authorization-server-metadata-cimd': 'SUCCESS',
    'authorization-code-grant': 'SUCCESS',
  });
  await rm(folder, { recursive: true });
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Somebody signs in, and allows what the page at an address asks. Where the browser goes then. */
async function allow({ searchParams }: URL): Promise<string> {
  const { id: account } = await makeAccount(portal.dataFolder, 10);
  const { headers } = await makePerson(portal.dataFolder, { role: null });
  await post('/api/join', { token: await inviteBeside(portal.dataFolder, account) }, headers);
  const request = Object.fromEntries(searchParams);
  const reply = await post('/api/authorizations', { decision: 'allow', request, account }, headers);
  return z.object({ location: z.string() }).parse(await reply.json()).location;
}

const checks = z.array(z.object({ id: z.string(), status: z.string() }));

async function checksIn(folder: string): Promise<Record<string, string>> {
  const scenarios = await readdir(folder);
  const files = await Promise.all(
    scenarios.map((name) => readFile(join(folder, name, 'checks.json'), 'utf8')),
  );
  const all = files.flatMap((file) => checks.parse(JSON.parse(file)));
  return Object.fromEntries(all.map(({ id, status }) => [id, status]));
}
