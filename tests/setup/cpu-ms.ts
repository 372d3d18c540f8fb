/**
 * Milliseconds of processor that some work takes. Bounds on work are bounds on this: by the clock it takes longer
 * where other programs have their turns in between.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
