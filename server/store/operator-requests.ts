export interface StoredRequest {
  fingerprint: string;
  /** Encrypted JSON. */
  given: string;
  /** JSON. */
  result: string;
}

/** Requests of operators with an `Idempotency-Key`. */
export interface OperatorRequests {
  /** For a day. */
  find(hash: string, nowMs: number): Promise<StoredRequest | undefined>;
}
