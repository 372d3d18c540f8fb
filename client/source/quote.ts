/** What a call costs at most, from `quote`. */
export interface Quote {
  /** The most that the call can be charged. */
  credits: number;
  /** Signed. A call with it costs no more than `credits`. Absent if something is missing or invalid. */
  quote?: string | undefined;
  /** When the quote expires. */
  expiresAt?: string | undefined;
  /** The price line by line. Their sum is rounded up once. */
  breakdown: { label: string; text: string; credits: string }[];
  /** What each field adds to the price. */
  fields: { name: string; affectsPrice: boolean; adds: number | null }[];
  missing: QuoteFault[];
  /** Values that a call would refuse. */
  invalid: QuoteFault[];
  /** Fields that the product does not know: a call is refused. */
  ignored: string[];
}

export interface QuoteFault {
  /** A JSON pointer into the input. */
  pointer: string;
  detail: string;
}
