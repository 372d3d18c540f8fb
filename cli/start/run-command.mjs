import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Enough to see the cause of a failure, little enough to hold while a step talks for minutes. */
const keptLines = 400;
/** How long a command may take to stop in good order, once it has used up its time. */
const graceMs = 5_000;
/** How often it is asked whether its work is done although it goes on. */
const doneEveryMs = 1_000;
/** Something that it started, outside of its group, may hold its output open: that is not waited for. */
const drainMs = 2_000;

/** Of /proc, on every machine that Node runs on. */
const ticksPerSecond = 100;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a command in a process group of its own and keeps the end of its output. Its group is ended with it when it
 * outlives its time, when `isDone` says that its work is there, and when this process is told to stop.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, timeLimitMs: number, onLine?: (line: string) => void, isDone?: () => boolean }} options
 * @returns {Promise<{ ok: boolean, code: number, timedOut: boolean, wasDone: boolean, processorSeconds: number, lines: string[] }>}
 */
export function runCommand(command, args, { cwd, env, timeLimitMs, onLine, isDone = () => false }) {
  return new Promise((resolve) => {
    /** @type {string[]} */
    const lines = [];
    let timedOut = false;
    let wasDone = false;
    let processorSeconds = 0;
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const end = () => {
      endGroup(child, 'SIGINT');
      setTimeout(() => endGroup(child, 'SIGKILL'), graceMs).unref();
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeLimitMs);
    const asking = setInterval(() => {
      if (wasDone || !isDone()) return;
      wasDone = true;
      end();
    }, doneEveryMs);

    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      clearInterval(asking);
      running.delete(child);
      if (timedOut || wasDone) endGroup(child, 'SIGKILL');
      resolve({ ok: code === 0 && !timedOut, code, timedOut, wasDone, processorSeconds, lines });
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
    child.once('exit', (code) => {
      processorSeconds = secondsOfEnded();
      setTimeout(() => finish(code ?? 1), drainMs).unref();
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

let counted = 0;

/**
 * Processor seconds of what ended since the last time, with all that it started and waited for: none where there is no
 * /proc. What outlived its parent is not in it, such as the children of a portal or browser that was killed.
 */
function secondsOfEnded() {
  if (process.platform !== 'linux') return 0;
  // After the name, which may have spaces: state is the first field, times of waited children are 14th and 15th.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const seconds = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  const since = seconds - counted;
  counted = seconds;
  return since;
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

const lookEveryMs = 250;

/**
 * npm runs a script through a shell, which a signal ends without reaching this process. So where npm runs it, the end
 * of that shell is the signal to stop: otherwise a portal would stay behind, unseen, on its port.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
