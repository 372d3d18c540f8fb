import type { Session } from '../../lib/account/session.ts';
import { purseOf } from '../calls/read-credits.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { findVisitor } from './find-visitor.ts';
import { sessionOf } from '../callers/read-session.ts';

interface CallerStatus {
  session: Session;
  credits: Awaited<ReturnType<typeof purseOf>>;
}

/** Who looks at a page and what they have left; undefined where nobody may call. A page does not fail for want of it. */
export async function callerStatus(headers: Headers): Promise<CallerStatus | undefined> {
  try {
    const visitor = await findVisitor(headers);
    if (!visitor) return undefined;
    const [session, credits] = await Promise.all([sessionOf(visitor), purseOf(visitor)]);
    return { session, credits };
  } catch (error) {
    log('error', 'caller-status', { error: errorText(error) });
    return undefined;
  }
}
