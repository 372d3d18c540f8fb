import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export interface Busy {
  /** The busy part of all processors. */
  machine: number;
  /** The busy part of the thread that sends the requests. */
  generator: number;
}

/** Starts to measure. The returned function says which share of the time processors were busy since. */
export function measureBusy(): () => Busy {
  const ticks = machineTicks();
  const loop = performance.eventLoopUtilization();
  return () => {
    const now = machineTicks();
    const all = now.all - ticks.all;
    return {
      machine: (all - (now.idle - ticks.idle)) / all,
      generator: performance.eventLoopUtilization(loop).utilization,
    };
  };
}

function machineTicks(): { all: number; idle: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // User, nice, system, idle, waiting for a disk, and more. Guests are counted as users.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { all: ticks.reduce((sum, one) => sum + one, 0), idle: idle + waiting };
}
