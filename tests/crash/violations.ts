/** What a portal may never do, whatever happens to its process. */
export type ViolationKind =
  | 'entries do not add up'
  | 'hold left open'
  | 'dialled twice'
  | 'acknowledged call lost'
  | 'answered in other bytes'
  | 'wrong charge'
  | 'charged for an unknown call'
  | 'two calls of one key'
  | 'wrong balance'
  | 'ledger check'
  | 'change lost'
  | 'changed twice'
  | 'session lost'
  | 'session came back'
  | 'wrong audit log'
  | 'no final answer'
  | 'unexpected answer'
  | 'portal ended';

export interface Violation {
  kind: ViolationKind;
  /** Which call, with its id where it has one and its key; or which change. */
  call: string;
  detail: string;
}

/** What was found, each fault of each call once, however often it is looked for. */
export class Violations {
  readonly #found = new Map<string, Violation>();

  add(kind: ViolationKind, call: string, detail: string): void {
    const name = `${kind} ${call}`;
    if (!this.#found.has(name)) this.#found.set(name, { kind, call, detail });
  }

  get list(): Violation[] {
    return [...this.#found.values()];
  }
}
