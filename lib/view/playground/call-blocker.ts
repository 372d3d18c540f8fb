import { creditsText } from '../../text/count-text.ts';
import { groupedNumber } from '../../text/grouped-number.ts';
import { sizeText } from '../../text/size-text.ts';
import { momentText } from '../../text/moment-text.ts';

/** Why a call cannot be made, as a sentence that says what to do. */
export interface CallBlocker {
  kind: 'offline' | 'refused' | 'too-large' | 'over-maximum' | 'limited' | 'short';
  text: string;
}

/** What the caller can spend, why it is less than the balance, and the code of what refuses every call. */
export interface ShownSpendable {
  credits: number;
  code?: string | undefined;
  why?: string | undefined;
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
    return { kind: 'refused', text: spendable.why ?? 'You cannot make this call.' };
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
  return `Guests get new credits every day, next on ${momentText(resetsAt)} UTC. Accounts have their own credits.`;
}
