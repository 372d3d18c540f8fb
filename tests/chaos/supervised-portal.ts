import { setTimeout } from 'node:timers/promises';
import { KillablePortal, type PortalOptions } from '../crash/killable-portal.ts';

const restartMs = 500;

/** A portal that is started again whenever it ends, as by a supervisor. */
export class SupervisedPortal {
  readonly #options: PortalOptions;
  readonly #onEnd: (output: string) => void;
  #portal: KillablePortal;
  #supervised: Promise<void>;
  #restartMs = restartMs;
  #isKilled = false;
  #isStopping = false;
  #isBusy = false;

  /** `onEnd` hears of a portal that was ready and ended by itself. */
  constructor(options: PortalOptions, onEnd: (output: string) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    this.#portal = new KillablePortal(options);
    this.#supervised = this.#supervise();
  }

  get url(): string {
    return this.#portal.url;
  }

  /** Whether something is being done to it. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  async kill(downMs: number): Promise<void> {
    await this.#alone(() => this.#kill(downMs));
  }

  async pause(forMs: number): Promise<void> {
    await this.#alone(() => this.#pause(forMs));
  }

  async pauseAndKill(forMs: number, resumedMs: number, downMs: number): Promise<void> {
    await this.#alone(async () => {
      await this.#pause(forMs);
      await setTimeout(resumedMs);
      await this.#kill(downMs);
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#portal.resume();
    await this.#portal.stop();
    await this.#supervised;
  }

  async #alone(act: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    await act();
    this.#isBusy = false;
  }

  async #pause(forMs: number): Promise<void> {
    const portal = this.#portal;
    portal.pause();
    await setTimeout(forMs);
    portal.resume();
  }

  async #kill(downMs: number): Promise<void> {
    this.#isKilled = true;
    this.#restartMs = downMs;
    await this.#portal.end();
  }

  async #supervise(): Promise<void> {
    for (;;) {
      const portal = this.#portal;
      await portal.exited;
      if (this.#isStopping) return;
      // Without a database a portal cannot start.
      if (!this.#isKilled && portal.wasReady) this.#onEnd(portal.output);
      await setTimeout(this.#restartMs);
      if (this.#isStopping) return;
      [this.#isKilled, this.#restartMs] = [false, restartMs];
      this.#portal = new KillablePortal(this.#options);
    }
  }
}
