import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '../root-folder.ts';

/** In a process of its own: the copy of a large database takes minutes. Returns why it failed. */
export function runBackup(file: string): Promise<string | null> {
  const child = spawn(process.execPath, [join('cli', 'farebox.mjs'), 'backup', file], {
    cwd: rootFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, politePriority);
  const end = () => void child.kill();
  process.once('exit', end);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestFailure);
  });
  return new Promise((resolve) => {
    const done = (problem: string | null) => {
      process.off('exit', end);
      resolve(problem);
    };
    child.once('error', (error) => done(`The backup could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      if (code === 0) return done(null);
      done(said.trim() || `The backup ended with ${signal ?? `code ${code}`}.`);
    });
  });
}

/** Calls come first. */
const politePriority = 10;
const longestFailure = 1_000;
