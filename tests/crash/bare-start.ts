import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../setup/free-port.ts';
import { secondsUntilGood } from './until-good.ts';

/** What a bare `next start` of the same build takes at this moment, with nothing of the portal. */
export async function bareStartSeconds(): Promise<number> {
  const port = await freePort();
  const args = ['start', '--port', String(port), '--hostname', '127.0.0.1'];
  const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', ...args], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  });
  const exited = once(next, 'exit');
  const refuseIfEnded = () => {
    if (next.exitCode !== null) throw new Error(`next start ended with exit code ${next.exitCode}.`);
  };
  try {
    return await secondsUntilGood(next, `http://127.0.0.1:${port}/icon.svg`, refuseIfEnded);
  } finally {
    next.kill('SIGTERM');
    await exited;
  }
}
