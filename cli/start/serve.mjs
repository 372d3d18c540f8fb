import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { serverArguments } from './server-bundle.mjs';

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit code with which the server asks to be started again, such as to go back to a backup. It learns it from here. */
const againCode = 75;

/**
 * Hands over to server/main: its output is ours, signals reach it, its exit code becomes ours. In development it is
 * started anew when a file of its own changes; pages and /api are Next's, which reloads them itself.
 * @param {string} root
 * @param {{ dev: boolean }} options
 */
export function serve(root, { dev }) {
  const command = dev
    ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts', '--dev']
    : serverArguments;
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ...(!dev && { PORTAL_START_AGAIN: String(againCode) }),
    },
  });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // Ctrl-C on a terminal reaches the child by itself; twice would mean "now".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  child.once('error', (error) => {
    console.error(`The portal could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    if (code === againCode && !dev) {
      for (const one of forwarded) process.off(one, forward);
      return serve(root, { dev });
    }
    process.exit(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
  });
}
