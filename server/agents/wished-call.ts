import { keyOfQuote } from '../inputs/quote.ts';
import { creditsText } from '../../lib/text/count-text.ts';
import type { AgentSession } from './agent-tool.ts';

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
