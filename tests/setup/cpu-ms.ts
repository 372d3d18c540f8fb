import { processorSlowness } from './machine-pace.ts';

/**
 * Milliseconds of processor that some work takes, as on the machine where the bounds of the tests were found. Bounds on
 * work are bounds on this: by the clock it takes longer where other programs have their turns in between, and on a
 * slower processor.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / processorSlowness();
}

/** The least of three runs: the first of them also compiles what it runs. */
export function leastCpuMs(work: () => unknown): number {
  return Math.min(cpuMs(work), cpuMs(work), cpuMs(work));
}
