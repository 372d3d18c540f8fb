import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { portalVariables } from '../setup/start-portal.ts';
import { egressOf, granted } from './crash-data.ts';
import { secondsUntilGood } from './until-good.ts';

export interface PortalOptions {
  bundle: string;
  port: number;
  dataFolder: string;
  upstreamPort: number;
}

const stopLimitMs = 30_000;

/** The real server as a process that can be killed, on a data folder that outlives it. */
export class KillablePortal {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = '';

  constructor({ bundle, port, dataFolder, upstreamPort }: PortalOptions) {
    this.url = `http://127.0.0.1:${port}`;
    this.#process = spawn(process.execPath, [bundle], {
      env: {
        ...process.env,
        ...portalVariables(port, dataFolder),
        FAREBOX_GUEST_CREDITS: String(granted),
        FAREBOX_EGRESS_ALLOW: egressOf(upstreamPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-5_000);
      });
    this.#exited = once(this.#process, 'exit');
  }

  /** Seconds from its start to its first good answer. */
  ready(): Promise<number> {
    return secondsUntilGood(this.#process, `${this.url}/api/health`, () => this.#refuseIfEnded());
  }

  /** A portal that ends by itself is no crash that the driver made. */
  #refuseIfEnded(): void {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`The portal ended by itself (${exitCode ?? signalCode}).\n${this.#output}`);
  }

  /** At once, with no word to the process. Resolves when it is gone, and the lease of its folder with it. */
  async kill(): Promise<void> {
    this.#refuseIfEnded();
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    const late = setTimeout(stopLimitMs, 'late', { ref: false });
    const isLate = (await Promise.race([this.#exited, late])) === 'late';
    if (isLate) this.#process.kill('SIGKILL');
    await this.#exited;
    if (isLate) throw new Error(`The portal did not end within ${stopLimitMs / 1000} s of being told to.`);
  }
}
