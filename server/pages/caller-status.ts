import { guestSession, type Session } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { readSpendable } from '../calls/spendable.ts';
import { readSession } from '../callers/sessions.ts';
import { errorText, log } from '../log.ts';
import { portal } from '../doors/current-portal.ts';
import { visitorOrRefusal } from './find-visitor.ts';

interface CallerStatus {
  /** Undefined if they cannot call. */
  caller?: Caller;
  session: Session;
  credits: Awaited<ReturnType<typeof readSpendable>> | undefined;
}

/** A browser that signed in with a key is told so in words, and by its requests. */
const ofSuspendedKey: CallerStatus = {
  session: { ...guestSession, suspended: true },
  credits: undefined,
};

/** The visitor and their credits; undefined if they cannot call. Pages work without it. */
export async function callerStatus(headers: Headers): Promise<CallerStatus | undefined> {
  try {
    const visitor = await visitorOrRefusal(headers);
    if (visitor instanceof Problem) return visitor.code === 'account-suspended' ? ofSuspendedKey : undefined;
    if (!visitor) return undefined;
    const { context } = portal();
    const [session, credits] = await Promise.all([
      readSession(context, visitor),
      readSpendable(context, visitor),
    ]);
    return { caller: visitor, session, credits };
  } catch (error) {
    log('error', 'caller-status', { error: errorText(error) });
    return undefined;
  }
}
