/** What stands against a call before it is made, as a sentence to act on. */
export interface CallHindrance {
  kind: 'offline' | 'over-maximum' | 'short';
  text: string;
}

interface Known {
  isOnline: boolean;
  /** The price of the input as it stands; undefined while it is not known. */
  credits: number | undefined;
  available: number | undefined;
  resetsAt: string | undefined;
  maximum: number | null;
}

export function callHindrance(known: Known): CallHindrance | null {
  const { isOnline, credits, available, maximum } = known;
  if (!isOnline)
    return { kind: 'offline', text: 'This product is offline: it can be priced, but not called.' };
  if (credits === undefined) return null;
  if (maximum !== null && credits > maximum)
    return {
      kind: 'over-maximum',
      text: `This call costs ${count(credits)}, and you allow ${count(maximum)}.`,
    };
  if (available === undefined || credits <= available) return null;
  const missing = `This call needs ${count(credits)} and ${available.toLocaleString('en')} are left: ${count(credits - available)} too few.`;
  return { kind: 'short', text: `${missing} ${whereFrom(known.resetsAt)}` };
}

/** Guests are granted theirs by the day; an account gets them from whoever runs the portal. */
export function whereFrom(resetsAt: string | undefined): string {
  if (resetsAt === undefined) return 'The operator of this portal grants credits to your account.';
  const day = resetsAt.slice(0, 10);
  const time = resetsAt.slice(11, 16);
  return `Guests get new credits each day, next on ${day} at ${time} UTC; an API key of an account has its own.`;
}

export function count(credits: number): string {
  return `${credits.toLocaleString('en')} ${credits === 1 ? 'credit' : 'credits'}`;
}
