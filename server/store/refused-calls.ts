/** So many refused calls of an account are listed. */
export const mostRefusedCalls = 1_000;

/** A call that was refused before its credits were held. */
export interface NewRefusedCall {
  accountId: string;
  at: number;
  productKey: number | null;
  apiKeyKey: number | null;
  memberKey: number | null;
  problem: string;
  status: number;
  detail: string;
  requestId: string;
}

/** Calls of an account that were refused for a reason in a day. `apiKeyKey`: 0 for calls without. */
export interface NewRefusals {
  accountId: string;
  day: string;
  apiKeyKey: number;
  problem: string;
  calls: number;
}

export interface NoteRefusalsPayload {
  counts: NewRefusals[];
  /** The oldest first. */
  calls: NewRefusedCall[];
}
