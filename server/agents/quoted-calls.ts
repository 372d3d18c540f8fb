import { LRUCache } from 'lru-cache';
import { Problem } from '../../lib/problem/problem.ts';
import { creditsText } from '../../lib/text/numbers.ts';
import { findEarlierCall, idempotencyKeyOf, productOfCall } from '../calls/earlier-call.ts';
import { keyOfQuote, otherQuote, quoteLifetimeMs } from '../inputs/quote.ts';
import { requireProduct } from '../products/find-product.ts';
import type { AgentSession } from './agent-tool.ts';

interface QuotedCall {
  scope: string;
  /** The signed quote. */
  token: string;
  product: string;
  input: Record<string, unknown>;
  bytes: number;
}

interface QuoteOwner {
  context: { settings: Pick<AgentSession['context']['settings'], 'databaseUrl'> };
  caller: Pick<AgentSession['caller'], 'idempotencyScope'>;
}

/** All of them together, and those of one caller. A quote that finds no room is told whole. */
const mostBytes = 64 * 1024 * 1024;
const mostBytesOfCaller = 1024 * 1024;
const mostOfCaller = 200;
/** Of an entry, beside its texts. */
const frameBytes = 500;

/** What each caller has in the store. */
const shares = new Map<string, { count: number; bytes: number }>();

/** By the short name of the quote, for as long as it holds. */
const quotedCalls = new LRUCache<string, QuotedCall>({
  maxSize: mostBytes,
  sizeCalculation: ({ bytes }) => bytes,
  ttl: quoteLifetimeMs,
  dispose: ({ scope, bytes }) => count(scope, -1, -bytes),
});

function count(scope: string, calls: number, bytes: number): void {
  const share = shares.get(scope) ?? { count: 0, bytes: 0 };
  const next = { count: share.count + calls, bytes: share.bytes + bytes };
  if (next.count > 0) shares.set(scope, next);
  else shares.delete(scope);
}

/**
 * A short name for a quote, under which this portal stores its product and input. The signed quote itself where others
 * may get the call: portals with one database share no memory.
 */
export function nameQuote(
  { context, caller }: QuoteOwner,
  { product, input }: Pick<WishedCall, 'product' | 'input'>,
  token: string,
): string {
  const scope = caller.idempotencyScope;
  const name = keyOfQuote(token);
  const bytes = frameBytes + token.length + Buffer.byteLength(JSON.stringify(input));
  if (!quotedCalls.has(name) && !hasRoom(scope, bytes)) return token;
  if (!quotedCalls.has(name)) {
    quotedCalls.set(name, { scope, token, product, input, bytes });
    count(scope, 1, bytes);
  }
  return context.settings.databaseUrl === undefined ? name : token;
}

function hasRoom(scope: string, bytes: number): boolean {
  const fits = () => {
    const share = shares.get(scope);
    return (share?.count ?? 0) < mostOfCaller && (share?.bytes ?? 0) + bytes <= mostBytesOfCaller;
  };
  if (fits()) return true;
  quotedCalls.purgeStale();
  return fits();
}

const quoteName = /^quote-[\w-]{43}$/;

/** A call with all that it needs: a quote alone stands for the product and the input that it was made for. */
export async function wholeCall(session: AgentSession, given: GivenCall): Promise<WishedCall> {
  const { quote } = given;
  const stored = quotedCall(session, quote);
  const { product = stored?.product, input = stored?.input } = given;
  if (product === undefined || input === undefined)
    throw new Problem(
      'validation',
      quote === undefined
        ? 'A call needs a product and its input, or a quote.'
        : `The portal does not have your input for this quote. Send ${product === undefined ? 'the product and the input' : 'the input'} with it.`,
    );
  if (stored && given.input === undefined) await requireSameProduct(session, product, stored.product);
  if (stored) return { ...given, product, input, quote: stored.token };
  if (quote === undefined || !quoteName.test(quote)) return { ...given, product, input };
  return earlierOnly(session, { ...given, product, input }, quote);
}

/** The call that a quote was made for, while this portal has it. */
export function quotedCall({ caller }: AgentSession, quote: string | undefined): QuotedCall | undefined {
  const name = quote === undefined || quoteName.test(quote) ? quote : keyOfQuote(quote);
  const found = name === undefined ? undefined : quotedCalls.get(name);
  return found?.scope === caller.idempotencyScope ? found : undefined;
}

/** The input of another product would be refused for its fields. */
async function requireSameProduct({ context }: AgentSession, one: string, other: string): Promise<void> {
  if (one === other) return;
  const [{ key }, quoted] = await Promise.all([requireProduct(context, one), requireProduct(context, other)]);
  if (key !== quoted.key) throw otherQuote();
}

/** The name of a quote that is gone still is the key of the call that was made with it. */
async function earlierOnly(session: AgentSession, wish: WishedCall, name: string): Promise<WishedCall> {
  const { context, caller } = session;
  const key = idempotencyKeyOf(name, caller, await productOfCall(context, caller, wish.product, name));
  if (!(await findEarlierCall(context, { caller, startedMs: Date.now() }, key)))
    throw new Problem('quote-expired', 'You have no such quote, or it has expired. Nothing was charged.');
  return { ...wish, quote: undefined, idempotency_key: name, isMade: true };
}

/** A call as an agent asks for it. */
export interface WishedCall {
  product: string;
  input: Record<string, unknown>;
  quote?: string | undefined;
  max_credits?: number | undefined;
  idempotency_key?: string | undefined;
  offset?: number | undefined;
  /** Whether only the result of an earlier call is meant. */
  isMade?: boolean;
}

/** The same as it comes: a quote alone is enough. */
export type GivenCall = Omit<WishedCall, 'product' | 'input' | 'isMade'> & {
  product?: string | undefined;
  input?: Record<string, unknown> | undefined;
};

/** What tells a repeated call from another one; undefined where each request is a call of its own. */
export function keyOfCall({
  idempotency_key: key,
  quote,
}: Pick<WishedCall, 'idempotency_key' | 'quote'>): string | undefined {
  return key ?? (quote === undefined ? undefined : keyOfQuote(quote));
}

/** The most that a call may cost; null for no limit. */
export function limitOf(
  { mostCredits }: Pick<AgentSession, 'mostCredits'>,
  { max_credits: wished }: WishedCall,
): number | null {
  const limits = [wished, mostCredits].filter((limit) => typeof limit === 'number');
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Who chose the limit that an agent cannot raise. */
export function budgetWords(mostCredits: number): string {
  return `the address of this server lets a call cost at most ${creditsText(mostCredits)}`;
}
