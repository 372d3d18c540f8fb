import { Problem } from '../../lib/problem/problem.ts';
import { guestSession, type Session } from '../../lib/account/session.ts';
import type { BufferedResponse } from '../http/response.ts';
import { privateJson } from '../http/private-response.ts';
import { callerOf } from '../http/caller-of.ts';
import type { Call } from '../http/endpoint.ts';
import { portal } from '../portal/portal.ts';
import type { Caller } from './caller.ts';

type Asking = Pick<Call<unknown>, 'request' | 'connection'>;

/** Who asks. One whose session is over is a guest, and so is one without a key where there are no guests. */
export async function readSession(asking: Asking): Promise<BufferedResponse> {
  try {
    const principal = await callerOf(asking);
    return privateJson(principal, JSON.stringify(await sessionOf(principal)));
  } catch (error) {
    if (!(error instanceof Problem) || !guestCodes.has(error.code)) throw error;
    return privateJson({ kind: 'guest', session: false }, JSON.stringify(guestSession), {
      headers: error.headers,
    });
  }
}

const guestCodes = new Set(['session-ended', 'key-required']);

export async function sessionOf({ apiKey, operator }: Caller): Promise<Session> {
  if (!apiKey) return guestSession;
  const { account, ...key } = await portal().database.apiKey.findUniqueOrThrow({
    where: { key: apiKey.key },
    select: { id: true, name: true, hint: true, account: { select: { id: true, name: true } } },
  });
  return { kind: 'account', account, key, operator };
}
