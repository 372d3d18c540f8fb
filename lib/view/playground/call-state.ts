import type { TermsToAccept } from '../../account/terms.ts';
import { allowanceWords } from '../../ledger/allowance.ts';
import { creditsText, groupedNumber, sizeText } from '../../text/numbers.ts';
import { momentText } from '../../text/times.ts';
import type { Reply } from '../reply/reply-kind.ts';
import type { CallHead, CallProblem } from './call-answer.ts';

/** Constant through all attempts of a call. The key prevents a second charge. */
export interface CallRun {
  key: string;
  /** The quote and its price; null if there was no price. */
  quote: string | null;
  quoted: number | null;
  /** Attempts without a response. */
  losses: number;
  /** Responses that said that the call is still running. */
  waits: number;
  renewals: number;
  startedMs: number;
  /** A message about a price that changed meanwhile. */
  notice: string | null;
}

export type CallState =
  | { phase: 'idle' }
  | { phase: 'sending'; run: CallRun }
  | { phase: 'waiting'; run: CallRun; why: 'lost' | 'in-flight'; delayMs: number }
  | { phase: 'renewing'; run: CallRun }
  /** The quote expired and the new price is higher: the person decides. */
  | { phase: 'dearer'; run: CallRun; quote: string; credits: number }
  | { phase: 'receiving'; run: CallRun; head: CallHead; reply: Reply }
  | { phase: 'answered'; run: CallRun; head: CallHead; reply: Reply; charged: number | null; endedMs: number }
  | { phase: 'refused'; run: CallRun; problem: CallProblem; endedMs: number }
  /** Gave up after several attempts without a response. Whether the call was made is unknown. */
  | { phase: 'lost'; run: CallRun; endedMs: number }
  /** Keeps the partial reply. */
  | { phase: 'stopped'; run: CallRun; callId: string | null; reply: Reply | null; endedMs: number };

export type CallEvent =
  | { type: 'start'; key: string; quote: string | null; quoted: number | null; nowMs: number }
  /** Given up before the page was opened: only the person sends it again. */
  | { type: 'found lost'; key: string; quote: string | null; quoted: number | null; nowMs: number }
  | { type: 'lost'; nowMs: number }
  | { type: 'refused'; problem: CallProblem; retryAfterMs: number | null; nowMs: number }
  | { type: 'waited' }
  | { type: 'renewed'; quote: string; credits: number }
  | { type: 'accepted' }
  | { type: 'replying'; head: CallHead; reply: Reply }
  | { type: 'ended'; reply: Reply; charged: number | null; nowMs: number }
  /** Tries again with the same key after giving up. */
  | { type: 'again'; nowMs: number }
  | { type: 'stopped'; nowMs: number };

/** Whether a call is running, so that no other may start. */
export function isCallRunning({ phase }: CallState): boolean {
  return phase === 'sending' || phase === 'waiting' || phase === 'renewing' || phase === 'receiving';
}

const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** Three minutes in all. A call that settles later has its receipt. */
const mostTries = 40;

/** The delay before the next poll for a receipt; false after the last. */
export function settlingDelayMs(tries: number): number | false {
  return tries >= mostTries ? false : Math.min(firstDelayMs * 1.5 ** tries, longestDelayMs);
}

/** Why a call cannot be made, as a sentence that says what to do. */
export interface CallBlocker {
  kind: 'offline' | 'refused' | 'terms' | 'too-large' | 'over-maximum' | 'limited' | 'short';
  text: string;
}

/** What the caller can spend, why it is less than the balance, and the code of what refuses every call. */
export interface ShownSpendable {
  credits: number;
  code?: string | undefined;
  why?: string | undefined;
  /** What has to be accepted first. */
  terms?: TermsToAccept | undefined;
}

interface Known {
  isOnline: boolean;
  /** The size of the input, and the limit of the product. */
  bytes: number;
  mostBytes: number;
  /** The current price; undefined while it is unknown. */
  credits: number | undefined;
  /** Undefined while it is unknown. */
  spendable: ShownSpendable | undefined;
  resetsAt: string | undefined;
  /** Where credits are bought; a link to it follows the text. */
  creditsUrl: string | undefined;
  /** NaN if the limit is not a number. */
  maximum: number | null;
}

export function callBlocker(known: Known): CallBlocker | null {
  const { isOnline, bytes, mostBytes, credits, spendable, maximum } = known;
  if (spendable?.code !== undefined && spendable.code !== 'product-offline')
    return {
      kind: spendable.terms ? 'terms' : 'refused',
      text: spendable.why ?? 'You cannot make this call.',
    };
  if (!isOnline) return { kind: 'offline', text: 'This product is offline and cannot be called.' };
  if (bytes > mostBytes)
    return {
      kind: 'too-large',
      text: `This input is ${sizeText(bytes)}. The limit is ${sizeText(mostBytes)}.`,
    };
  if (Number.isNaN(maximum))
    return {
      kind: 'over-maximum',
      text: 'Your limit for this call is not a number. Enter a whole number of credits, or leave it empty.',
    };
  if (credits === undefined) return null;
  if (maximum !== null && credits > maximum)
    return {
      kind: 'over-maximum',
      text: `This call costs ${creditsText(credits)}, more than your limit of ${creditsText(maximum)}.`,
    };
  if (spendable === undefined || credits <= spendable.credits) return null;
  const available = Math.max(0, spendable.credits);
  if (spendable.why !== undefined)
    return {
      kind: 'limited',
      text: `This call costs ${creditsText(credits)}. You can spend ${groupedNumber(available)}: ${spendable.why}`,
    };
  const missing = `This call costs ${creditsText(credits)}. You have ${groupedNumber(available)}, so you need ${creditsText(credits - spendable.credits)} more.`;
  return { kind: 'short', text: `${missing} ${whereFrom(known)}`.trimEnd() };
}

/** Guests get credits every day; accounts get them from the operator, who may sell them. */
export function whereFrom({ resetsAt, creditsUrl }: Pick<Known, 'resetsAt' | 'creditsUrl'>): string {
  if (resetsAt === undefined)
    return creditsUrl === undefined ? 'Ask the operator of this portal for more.' : '';
  return `Guests get new credits ${allowanceWords.each}, next on ${momentText(resetsAt)} UTC. Accounts have their own credits.`;
}
