import { cpuTimeMs } from './cpu-time.ts';

/** What waits counts as half of work: no job holds its worker for more than twice its limit. */
const leastShare = 1 / 2;

/**
 * How long a worker has worked. Processor time where the system tells it: on a busy machine an input is not to blame
 * for the time that its worker waits. Elsewhere the time that went by.
 */
export class WorkClock {
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
