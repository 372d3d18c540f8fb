/** Who ends a call before its reply is complete. */
export type AbortReason = 'client-gone' | 'portal-stopped';

interface Listener {
  handleEvent(): void;
}

/** Says when a call is ended, and by whom. */
export interface AbortNotice {
  readonly reason: AbortReason | undefined;
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
}

/** One for each call. The first reason counts: a client whose connection the portal ends did not go away. */
export class CallAbort implements AbortNotice {
  /** Its place among the calls under way, for those alone. */
  place = -1;
  #reason: AbortReason | undefined;
  #listeners: Listener[] = [];

  get reason(): AbortReason | undefined {
    return this.#reason;
  }

  abort(reason: AbortReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener.handleEvent();
  }

  addListener(listener: Listener): void {
    this.#listeners.push(listener);
  }

  removeListener(listener: Listener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}
