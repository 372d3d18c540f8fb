import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { serverArguments } from '../../cli/start/server-bundle.mjs';
import { freePort } from './free-port.ts';
import { portalVariables } from './start-portal.ts';

/** A portal that should not begin to serve on a data folder: how it ended, and all that it said. */
export async function failedStart(
  dataFolder: string,
  variables: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const server = spawn(process.execPath, serverArguments, {
    env: { ...process.env, ...portalVariables(await freePort(), dataFolder), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  const [stdout, stderr] = await Promise.all([
    text(server.stdout),
    text(server.stderr),
    once(server, 'close'),
  ]);
  return { code: server.exitCode, stdout, stderr };
}
