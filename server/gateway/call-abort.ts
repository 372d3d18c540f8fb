/** Reasons for ending a call before its response is complete. */
export type AbortReason = 'client-gone' | 'portal-stopped';

interface Listener {
  handleEvent(): void;
}

/** Signals the end of a call and its reason. */
export interface AbortNotice {
  readonly reason: AbortReason | undefined;
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
}

/** One for each call. The first reason wins: if the portal closes the connection, the client did not disconnect. */
export class CallAbort implements AbortNotice {
  /** The index in the list of running calls, which alone uses it. */
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
