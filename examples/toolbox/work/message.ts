/** A request to a worker. The input is JSON text, which is several times faster than cloning many objects. */
export interface WorkRequest {
  operationId: string;
  input: string;
  files: Record<string, Uint8Array>;
}

/** A message from a worker. */
export type WorkReport =
  /** The worker can take a request. */
  | { kind: 'ready' }
  /** The operation is loaded, and the work begins. */
  | { kind: 'loaded' }
  | { kind: 'reply'; type: string; body: string | Uint8Array }
  /** The input makes no sense; the sentence says why. */
  | { kind: 'refusal'; sentence: string }
  /** The operation failed. */
  | { kind: 'failure'; stack: string };
