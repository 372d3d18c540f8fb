import { readFileSync } from 'node:fs';

/** Of the kernel, which counts in ticks; every Linux that Node runs on has a hundred in a second. */
const tickMs = 10;
/** In /proc/PID/stat, after the name in parentheses: the ticks in the program, and in the kernel for it. */
const [userField, systemField] = [11, 12];

/** What a process has used of the processors; undefined where the system does not say it in a file. */
export function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[userField]) + Number(fields[systemField])) * tickMs;
  } catch {
    return undefined;
  }
}
