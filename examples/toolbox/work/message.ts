/** What a worker is asked to do. The input travels as JSON, which is several times as fast as cloning many objects. */
export interface WorkRequest {
  operationId: string;
  input: string;
  files: Record<string, Uint8Array>;
}

/** What a worker says. */
export type WorkReport =
  /** It can be asked. */
  | { kind: 'ready' }
  /** It has loaded the operation and begins with the input. */
  | { kind: 'loaded' }
  | { kind: 'reply'; type: string; body: string | Uint8Array }
  /** The input makes no sense; the sentence says why. */
  | { kind: 'refusal'; sentence: string }
  /** The operation is at fault. */
  | { kind: 'failure'; stack: string };
