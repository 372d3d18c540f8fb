import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { log } from '../log.ts';

const built = fileURLToPath(new URL('./toolbox/main.mjs', import.meta.url));
const source = fileURLToPath(new URL('../../examples/toolbox/main.ts', import.meta.url));

/** Long enough not to spin if the toolbox cannot start, short enough that a crash is hardly noticed. */
const restartDelayMs = 1_000;

export interface ToolboxProcess {
  start(): void;
  /** For example http://127.0.0.1:4010. */
  address: Promise<string>;
  stop(): void;
}

/** Runs the toolbox on loopback, and restarts it when it ends. */
export function toolboxProcess(port: number): ToolboxProcess {
  let stopped = false;
  let child: ChildProcess | undefined;
  let begin: () => void = () => {};
  const address = new Promise<string>((resolve) => {
    const run = (wanted: number) => {
      const entry = existsSync(built) ? [built] : ['--import', import.meta.resolve('tsx'), source];
      child = spawn(process.execPath, [...entry, '--port', String(wanted)], {
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let listening = wanted;
      if (child.stdout) {
        createInterface(child.stdout).once('line', (line) => {
          const found = /http:\/\/[^\s"]+:(\d+)/.exec(line);
          if (!found) return;
          listening = Number(found[1]);
          resolve(found[0]);
        });
      }
      if (child.stderr)
        createInterface(child.stderr).on('line', (text) => log('error', 'toolbox-printed', { text }));
      child.once('exit', (code, signal) => {
        if (stopped) return;
        log('error', 'toolbox-ended', { code, signal });
        setTimeout(() => stopped || run(listening), restartDelayMs).unref();
      });
    };
    begin = () => run(port);
  });
  return {
    address,
    start: () => begin(),
    stop() {
      stopped = true;
      child?.kill('SIGTERM');
    },
  };
}
