import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { placeVariables } from './data-place.ts';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Where the upstreams of the tests are. */
export const testEgress = '127.0.0.1';

/** One command of the command line, as an operator would type it, on the data of a portal. */
export async function farebox(
  dataFolder: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['cli/farebox.mjs', ...args], {
    env: {
      ...process.env,
      ...placeVariables(dataFolder),
      FAREBOX_EGRESS_ALLOW: testEgress,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}

/** Its standard output; fails where the command did. */
export async function fareboxSays(dataFolder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await farebox(dataFolder, args);
  if (code !== 0) throw new Error(`farebox ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.trim();
}
