import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { placeVariables } from '../setup/data-place.ts';
import { portalVariables } from '../setup/start-portal.ts';
import { egressOf, granted } from './crash-data.ts';
import { secondsUntilGood } from './until-good.ts';

export interface PortalOptions {
  bundle: string;
  port: number;
  dataFolder: string;
  upstreamPort: number;
  variables?: Record<string, string>;
}

const stopLimitMs = 300_000;

/** The real server as a process that can be killed, on data that outlive it. */
export class KillablePortal {
  readonly url: string;
  readonly #process: ChildProcess;
  /** Resolves when the process is gone, for whatever reason. */
  readonly exited: Promise<unknown>;
  #output = '';
  #wasReady = false;

  constructor({ bundle, port, dataFolder, upstreamPort, variables }: PortalOptions) {
    this.url = `http://127.0.0.1:${port}`;
    this.#process = spawn(process.execPath, [bundle], {
      env: {
        ...process.env,
        ...portalVariables(port, dataFolder),
        ...placeVariables(dataFolder),
        FAREBOX_GUEST_CREDITS: String(granted),
        FAREBOX_EGRESS_ALLOW: egressOf(upstreamPort),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-5_000);
        this.#wasReady ||= this.#output.includes('Farebox is at ');
      });
    this.exited = once(this.#process, 'exit');
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

  /** At once, with no word to the process. Resolves when it is gone, and its lease of a folder with it. */
  async kill(): Promise<void> {
    this.#refuseIfEnded();
    await this.end();
  }

  /** The same, also if it has ended by itself. */
  async end(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.exited;
  }

  /** Its connections stay open, and nothing is done. */
  pause(): void {
    this.#process.kill('SIGSTOP');
  }

  resume(): void {
    this.#process.kill('SIGCONT');
  }

  /** The end of what it wrote. */
  get output(): string {
    return this.#output;
  }

  /** Whether it has said where it is. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    const late = setTimeout(stopLimitMs, 'late', { ref: false });
    const isLate = (await Promise.race([this.exited, late])) === 'late';
    if (isLate) this.#process.kill('SIGKILL');
    await this.exited;
    if (isLate) throw new Error(`The portal did not end within ${stopLimitMs / 1000} s of being told to.`);
  }
}
