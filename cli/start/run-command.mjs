import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Enough to see the cause of a failure, little enough to hold while a step talks for minutes. */
const keptLines = 400;
/** How long a command may take to stop in good order, once it has used up its time. */
const graceMs = 5_000;
/** Something that it started, outside of its group, may hold its output open: that is not waited for. */
const drainMs = 2_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a command in a process group of its own and keeps the end of its output. Its group is ended with it when it
 * outlives its time, and when this process is told to stop.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, timeLimitMs: number, onLine?: (line: string) => void }} options
 * @returns {Promise<{ ok: boolean, code: number, timedOut: boolean, lines: string[] }>}
 */
export function runCommand(command, args, { cwd, env, timeLimitMs, onLine }) {
  return new Promise((resolve) => {
    /** @type {string[]} */
    const lines = [];
    let timedOut = false;
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child, 'SIGINT');
      setTimeout(() => endGroup(child, 'SIGKILL'), graceMs).unref();
    }, timeLimitMs);

    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (timedOut) endGroup(child, 'SIGKILL');
      resolve({ ok: code === 0 && !timedOut, code, timedOut, lines });
    };
    /** @param {string} line */
    const keep = (line) => {
      if (line.trim() === '') return;
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      onLine?.(line);
    };
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', keep);
    child.once('error', (error) => {
      keep(error.message);
      finish(127);
    });
    child.once('exit', (code) => setTimeout(() => finish(code ?? 1), drainMs).unref());
    child.once('close', (code) => finish(code ?? 1));
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    // The group is gone already, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** @param {NodeJS.Signals} [signal] */
export function endCommands(signal = 'SIGTERM') {
  for (const child of running) endGroup(child, signal);
}

/** While steps run, a signal to this process ends what it started, then this process. */
export function endCommandsOnSignals() {
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    endCommands(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
}
