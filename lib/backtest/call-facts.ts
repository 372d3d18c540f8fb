import type { Charge, Outcome } from '../call/charges.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { PriceProgram } from '../price/compile-price.ts';
import type { CallState, Ending } from '../receipt/receipt.ts';

/** The end of a call, as far as its price depends on it. */
export type EndFacts = Pick<
  Ending,
  'outcome' | 'charge' | 'lines' | 'quoteLines' | 'credits' | 'unpriced' | 'promised'
> & { usage?: JsonValue | undefined };

/** What is known of a call. */
export interface CallFacts {
  id: string;
  /** The key of the version that it was made with. */
  version: number;
  /** The id of its purse. */
  purse: string;
  startedAt: number;
  state: CallState;
  quoted: number;
  charged: number;
  /** Null while it runs, and if the portal stopped meanwhile. */
  ending: EndFacts | null;
  /** As it is stored, with hashes in place of files. Undefined if it was deleted or never kept, or is not read yet. */
  input?: JsonObject | undefined;
}

/** What a published version or a draft takes for a call. */
export interface Pricing {
  program: PriceProgram;
  charges: Readonly<Record<Outcome, Charge>>;
  inputSchema: JsonObject;
}

export interface DraftPricing extends Pricing {
  /** An input of an earlier schema as a call of the draft reads it; undefined if it would be refused. */
  readInput(input: JsonObject): JsonObject | undefined;
}

/** Why nothing is said about a call. */
export const uncoveredReasons = [
  /** It has not ended. */
  'running',
  /** The draft needs its input, which was deleted or never kept. */
  'no-input',
  /** The draft reads a file, of which size and hash are kept. */
  'file',
  /** The draft is settled by a use that is not kept. */
  'no-usage',
  /** Neither the input nor the facts of its quote are kept, as of old calls. */
  'no-quote-lines',
  /** The draft refuses its input, or has no price for it. */
  'no-price',
] as const;

export type UncoveredReason = (typeof uncoveredReasons)[number];

/** The fields of a stored input that have a hash in place of a file. */
export function fileFields(input: JsonObject): ReadonlySet<string> {
  return new Set(Object.keys(input).filter((name) => hasFile(input[name] ?? null)));
}

function hasFile(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isFileHash(value) || Object.values(value).some(hasFile);
}

/** An object of a caller that looks like one counts as a file, too: then nothing is said about the call. */
function isFileHash(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.keys(value).length === 2 &&
    typeof value['bytes'] === 'number' &&
    typeof value['sha256'] === 'string'
  );
}
