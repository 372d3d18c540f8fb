import { Problem } from '../../lib/problem/problem.ts';
import { guestSession, type Session } from '../../lib/account/session.ts';
import type { Prepared } from '../answer.ts';
import { preparePrivate } from '../calls/prepare-private.ts';
import { principalOf } from '../calls/principal-of.ts';
import type { Call } from '../endpoint.ts';
import { portal } from '../portal.ts';
import type { Principal } from './principal.ts';

type Asking = Pick<Call<unknown>, 'request' | 'arrival'>;

/** Who asks. One whose session is over is a guest, and so is one without a key where there are no guests. */
export async function readSession(asking: Asking): Promise<Prepared> {
  try {
    const principal = await principalOf(asking);
    return preparePrivate(principal, JSON.stringify(await sessionOf(principal)));
  } catch (error) {
    if (!(error instanceof Problem) || !guestCodes.has(error.code)) throw error;
    return preparePrivate({ kind: 'guest', session: false }, JSON.stringify(guestSession), {
      headers: error.headers,
    });
  }
}

const guestCodes = new Set(['session-ended', 'key-required']);

export async function sessionOf({ apiKey, operator }: Principal): Promise<Session> {
  if (!apiKey) return guestSession;
  const { account, ...key } = await portal().database.apiKey.findUniqueOrThrow({
    where: { key: apiKey.key },
    select: { id: true, name: true, hint: true, account: { select: { id: true, name: true } } },
  });
  return { kind: 'account', account, key, operator };
}
