import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { freePort } from '../setup/free-port.ts';
import { portalVariables } from '../setup/start-portal.ts';
import { secondsUntilGood } from './until-good.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-output-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a portal whose output nobody reads any more goes on, and stops when it is told to', async () => {
  const port = await freePort();
  const portal = spawn(process.execPath, [serverBundle], {
    env: { ...process.env, ...portalVariables(port, folder) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(portal, 'exit');
  portal.stdout.destroy();
  portal.stderr.destroy();
  try {
    await secondsUntilGood(portal, `http://127.0.0.1:${port}/api/health`, () => {});
    // Each call is a line of the log.
    const address = `http://127.0.0.1:${port}/api/product/developer/call/nothing`;
    for (let call = 0; call < 5; call += 1) {
      const answer = await fetch(address, { method: 'POST', signal: AbortSignal.timeout(30_000) });
      expect(answer.status).toBe(404);
    }
    portal.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  } finally {
    portal.kill('SIGKILL');
  }
});
