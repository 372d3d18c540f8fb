import { EventEmitter, once } from 'node:events';

type Ending = 'complete' | 'aborted';

/** What the upstream of the tests was asked, how each ended, and which gates are open. */
export class UpstreamLog {
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #requests = new Map<string, object[]>();
  readonly #endings = new Map<string, Ending[]>();
  readonly #released = new Set<string>();

  arrive(name: string, request: object): void {
    this.#requests.set(name, [...this.#arrived(name), request]);
    this.#changes.emit('change');
  }

  end(name: string, ending: Ending): void {
    this.#endings.set(name, [...this.#ended(name), ending]);
    this.#changes.emit('change');
  }

  untilReleased(gate: string): Promise<void> {
    return this.#until(() => this.#released.has(gate));
  }

  /** What a test asks over HTTP: `requests`, `arrived`, `ended`, `release`. */
  async command(command: string, query: URLSearchParams): Promise<unknown> {
    const name = query.get('name') ?? '';
    const count = Number(query.get('count') ?? 1);
    if (command === 'release') {
      this.#released.add(name);
      this.#changes.emit('change');
    } else if (command === 'arrived') await this.#until(() => this.#arrived(name).length >= count);
    else if (command === 'ended') await this.#until(() => this.#ended(name).length >= count);
    return { requests: this.#arrived(name), endings: this.#ended(name) };
  }

  #arrived(name: string): object[] {
    return this.#requests.get(name) ?? [];
  }

  #ended(name: string): Ending[] {
    return this.#endings.get(name) ?? [];
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this.#changes, 'change');
  }
}
