import { z } from 'zod';

/** The comment that closes a stream of events; it says more than is needed here. */
const closing = z.looseObject({ charged: z.int().min(0) });

/** What a stream cost, by its closing comment; null where it ended without one. */
export function closingReceipt(receipt: unknown): number | null {
  return closing.safeParse(receipt).data?.charged ?? null;
}
