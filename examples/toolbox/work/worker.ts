import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type Job, heapLimitMib, type WorkReport, type WorkRequest } from './job.ts';

const entry = new URL('./worker-entry.mjs', import.meta.url);
/** Long jobs yield the processors to short ones and to the portal. */
const slowPriority = 10;
/** The end of standard error, for the log if the worker crashes. */
const keptCharacters = 4_000;

interface WorkerEvents {
  onReport(worker: Worker, report: WorkReport): void;
  /** The worker ended unexpectedly. */
  onEnd(worker: Worker, words: string): void;
}

/**
 * A process for one job at a time. Unlike a thread, a process can be killed inside native code such as an image codec,
 * and only it dies when its memory runs out.
 */
export class Worker {
  isReady = false;
  /** It only takes long jobs from now on, because raising its priority again requires an administrator. */
  isSlow = false;
  job: Job | undefined;
  /** Ends it if it takes too long to start, or is idle for too long. */
  timer: NodeJS.Timeout | undefined;
  /** The operations whose packages are loaded. */
  readonly loaded = new Set<string>();
  readonly #child: ChildProcess;

  constructor(events: WorkerEvents) {
    this.#child = fork(entry, {
      execArgv: [`--max-old-space-size=${heapLimitMib}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let words = '';
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-keptCharacters);
    });
    this.#child.on('message', (message) => events.onReport(this, asReport(message)));
    // Errors in sending or starting end the worker, too.
    this.#child.on('error', (error) => {
      words += String(error);
    });
    this.#child.once('close', (code, signal) =>
      events.onEnd(this, `It ended with ${signal ?? `exit code ${code}`}. ${words}`),
    );
  }

  send(request: WorkRequest): void {
    this.#child.send(request);
  }

  startClock(): WorkClock {
    return new WorkClock(this.#child.pid ?? 0);
  }

  slowDown(): void {
    if (this.isSlow) return;
    this.isSlow = true;
    try {
      setPriority(this.#child.pid ?? 0, slowPriority);
    } catch (error) {
      // It has just ended; `close` will report it.
      if (!isGone(error)) throw error;
    }
  }

  /** Kills it immediately, without further events. */
  stop(): void {
    clearTimeout(this.timer);
    this.#child.removeAllListeners('message').removeAllListeners('close');
    this.#child.kill('SIGKILL');
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR';
}

/** Only worker-main.ts sends messages from that process. */
function asReport(message: unknown): WorkReport {
  return message as WorkReport;
}

/** Waiting counts as a fifth of working, so no job holds its worker for more than five times its limit. */
const leastShare = 1 / 5;

/** CPU time if the system reports it, because a busy machine is not the fault of the input; else elapsed time. */
class WorkClock {
  readonly #pid: number;
  readonly #startedMs = performance.now();
  readonly #startedCpuMs: number | undefined;

  constructor(pid: number) {
    this.#pid = pid;
    this.#startedCpuMs = cpuTimeMs(pid);
  }

  workedMs(): number {
    const passedMs = performance.now() - this.#startedMs;
    const cpuMs = this.#startedCpuMs === undefined ? undefined : cpuTimeMs(this.#pid);
    if (cpuMs === undefined || this.#startedCpuMs === undefined) return passedMs;
    return Math.max(cpuMs - this.#startedCpuMs, passedMs * leastShare);
  }
}

/** The kernel's tick. Linux systems with Node have a hundred per second. */
const tickMs = 10;
/** In /proc/PID/stat, after the name in parentheses: user time and system time in ticks. */
const [userField, systemField] = [11, 12];

/** The CPU time of a process; undefined on systems without that file. */
function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[userField]) + Number(fields[systemField])) * tickMs;
  } catch {
    return undefined;
  }
}
