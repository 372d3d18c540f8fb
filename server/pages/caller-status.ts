import type { Session } from '../../lib/account/session.ts';
import { readBalance } from '../calls/read-credits.ts';
import { readSession } from '../callers/read-session.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { portal } from '../portal/current-portal.ts';
import { findVisitor } from './find-visitor.ts';

interface CallerStatus {
  session: Session;
  credits: Awaited<ReturnType<typeof readBalance>>;
}

/** The visitor and their credits; undefined if they cannot call. Pages work without it. */
export async function callerStatus(headers: Headers): Promise<CallerStatus | undefined> {
  try {
    const visitor = await findVisitor(headers);
    if (!visitor) return undefined;
    const { context } = portal();
    const [session, credits] = await Promise.all([
      readSession(context, visitor),
      readBalance(context, visitor),
    ]);
    return { session, credits };
  } catch (error) {
    log('error', 'caller-status', { error: errorText(error) });
    return undefined;
  }
}
