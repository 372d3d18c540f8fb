import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Job } from './job.ts';
import { heapLimitMib } from './memory-limit.ts';
import type { WorkReport, WorkRequest } from './message.ts';
import { WorkClock } from './work-clock.ts';

const entry = new URL('./worker-entry.mjs', import.meta.url);
/** Long work yields the processors to quick work, and to the portal. */
const slowPriority = 10;
/** Of what it says on its standard error, for the log, should it end by itself. */
const keptCharacters = 4_000;

export interface WorkerEvents {
  onReport(worker: Worker, report: WorkReport): void;
  /** It ended by itself. */
  onEnd(worker: Worker, words: string): void;
}

/**
 * A process that does one piece of work at a time. A process and not a thread: only a process can be ended in the midst
 * of native code, such as an image codec, and takes nothing else with it when its memory runs out.
 */
export class Worker {
  isReady = false;
  /** It does long work, and no other any more: only an administrator can raise its priority again. */
  isSlow = false;
  job: Job | undefined;
  /** Ends it where it starts for too long, or is idle for too long. */
  timer: NodeJS.Timeout | undefined;
  /** The operations whose packages are in its memory. */
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
    // What cannot be sent, or not be started, ends as well.
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
      // It has ended at this moment, which `close` will say.
      if (!isGone(error)) throw error;
    }
  }

  /** Ends it in the midst of whatever it does; nothing is heard of it any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.#child.removeAllListeners('message').removeAllListeners('close');
    this.#child.kill('SIGKILL');
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR';
}

/** Only worker-main.ts sends messages from that process, and it sends nothing else. */
function asReport(message: unknown): WorkReport {
  return message as WorkReport;
}
