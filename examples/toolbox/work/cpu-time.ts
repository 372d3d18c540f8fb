import { readFileSync } from 'node:fs';

/** The kernel's tick. Linux systems with Node have a hundred per second. */
const tickMs = 10;
/** In /proc/PID/stat, after the name in parentheses: user time and system time in ticks. */
const [userField, systemField] = [11, 12];

/** The CPU time of a process; undefined on systems without that file. */
export function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[userField]) + Number(fields[systemField])) * tickMs;
  } catch {
    return undefined;
  }
}
