export type { JsonObject, JsonValue } from '../../lib/json/json.ts';
export type { CallList, CreditEntry, Credits, ListedCall } from './account.ts';
export { ConnectionError, type Fault, NoPortalError, ProblemError, StreamError } from './errors.ts';
export {
  type CallListOptions,
  type CallOptions,
  Farebox,
  type FareboxOptions,
  type RequestOptions,
  type SearchOptions,
} from './farebox.ts';
export type { FileInput, Input, InputValue } from './input.ts';
export type { ProblemCode } from '../../lib/problem/problems.ts';
export type { ProductCard, SearchResult, Tag } from './products.ts';
// Whole, so that others can add members to `Products`.
export * from './products.ts';
export type { Quote, QuoteFault } from './products.ts';
export type { Receipt, ReceiptLine } from './receipt.ts';
export type { Reply } from './reply.ts';
export type { ReplyStream, StreamCost, StreamEvent } from './reply.ts';
export { type Verification, verifyReceipt } from './verification.ts';
