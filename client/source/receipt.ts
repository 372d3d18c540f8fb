type Charge = 'settled' | 'quoted' | 'nothing';

/** What a call cost and why, signed by the portal. */
export interface Receipt {
  id: string;
  product: { id: string; slug: string; name: string };
  template: { id: string; version: number; hash: string };
  /** The published price of this version. */
  price: object;
  /** What each outcome costs. */
  charges: Record<string, Charge>;
  caller: 'account' | 'guest';
  /** The API key that made the call. */
  key?: { id: string; name: string } | undefined;
  /** The `X-Request-Id` of the request that made the call. */
  requestId?: string | undefined;
  /** `dispatched`: running. `settled`: charged. `released` and `unknown`: ended without a charge. */
  state: 'dispatched' | 'settled' | 'released' | 'unknown';
  outcome: string | null;
  /** The code of the error that the caller got. */
  problem?: string | undefined;
  /** The rule of `charges` that was applied. */
  charge: Charge | null;
  quoted: number;
  held: number;
  charged: number;
  /** The credits of the quote that came with the call. */
  promised?: number | undefined;
  /** Fields of the input that the product does not know, with the ones that were probably meant. */
  ignored?: { name: string; nearest?: string | undefined }[] | undefined;
  /** The price line by line. */
  priced: (Reckoning & { by: 'settled' | 'quoted'; unpriced?: string | undefined }) | null;
  /** The price of the input, which was held, where `priced` is by usage: the charge is the lesser of the two. */
  quote?: Reckoning | undefined;
  /** What the API said that it used. */
  usage?: unknown;
  upstream: { status: number | null; firstByteMs: number | null; totalMs: number } | null;
  times: { startedAt: string; settledAt: string | null; milliseconds: number | null };
  hashes: { input: string; reply: string | null };
  replyBytes: number | null;
  /** The ledger entries of the call. */
  entries: { id: number; kind: string; amount: number; at: string }[];
  signature: { algorithm: 'Ed25519'; publicKey: string; value: string };
}

interface Reckoning {
  lines: ReceiptLine[];
  subtotal: string;
  clamped: 'minimum' | 'maximum' | null;
  credits: number;
}

export interface ReceiptLine {
  label: string;
  text: string;
  quantity?: string | undefined;
  units?: string | undefined;
  choice?: string | null | undefined;
  applies?: false | undefined;
  amount: string;
}
