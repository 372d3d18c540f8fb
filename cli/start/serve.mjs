import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { serverArguments } from './server-bundle.mjs';

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Hands over to server/main: its output is ours, signals reach it, its exit code becomes ours. In development it is
 * started anew when a file of its own changes; pages and /api are Next's, which reloads them itself.
 * @param {string} root
 * @param {{ dev: boolean, args: string[] }} options
 */
export function serve(root, { dev, args }) {
  const command = dev
    ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts', '--dev']
    : serverArguments;
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  for (const signal of forwarded) {
    process.on(signal, () => {
      // Ctrl-C on a terminal reaches the child by itself; twice would mean "now".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    console.error(`The portal could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
  });
}
