import { execFileSync } from 'node:child_process';

/** The process that renders the pages of a portal; undefined while there is none. */
export function findPagesProcess(portalPid: number): { pid: number; socketPath: string } | undefined {
  const processes = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of processes.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (Number(words[1]) === portalPid && line.includes('pages.mjs'))
      return { pid: Number(words[0]), socketPath: words.at(-1) ?? '' };
  }
  return undefined;
}

/** Whether a process is there still, and is not one that waits to be asked how it ended. */
export function isRunning(pid: number): boolean {
  const states = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' });
  return new RegExp(`^ *${pid} +[^Z ]`, 'm').test(states);
}
