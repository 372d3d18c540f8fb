import { cpuTimeMs } from './cpu-time.ts';

/** Waiting counts as a fifth of working, so no job holds its worker for more than five times its limit. */
const leastShare = 1 / 5;

/** CPU time if the system reports it, because a busy machine is not the fault of the input; else elapsed time. */
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
