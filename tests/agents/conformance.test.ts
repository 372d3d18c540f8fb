import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentProgram } from '../../cli/test/agent-programs.mjs';
import { laterNode } from './clients.ts';
import { fixtures } from './fixtures.ts';
import { testEgress } from '../setup/farebox.ts';
import { type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';

const root = process.cwd();
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
    const script = agentProgram(root, '@modelcontextprotocol/conformance/dist/index.js');
    const url = `${portal.url}/mcp?products=${pinned}&max-credits=2&ask-above=1`;
    const args = ['server', '--url', url, '--requirements', revision];
    const listed = join(import.meta.dirname, `expected-failures-${revision}.yaml`);
    const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
      const all = [script, ...args, '--expected-failures', listed, '--output-dir', folder];
      const child = execFile(laterNode, all, { timeout: 100_000 }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, said: `${stdout}${stderr}` }),
      );
    });
    await rm(folder, { recursive: true });
    expect(code, said).toBe(0);
  },
);
