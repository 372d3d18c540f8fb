import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import { callerOf } from '../http/caller-of.ts';
import type { Call } from '../http/endpoint.ts';
import { portal } from '../portal/portal.ts';
import { writeChange } from '../store/write-change.ts';
import { requireKey, requireUncapped } from './own-key.ts';
import { clearSessionCookie } from '../http/session-cookie.ts';

export const keyParams = z.object({ key_id: z.string().meta({ description: 'Id of the key.' }) });

/**
 * Ends a key of the caller's account, and every session that it opened. Any key may end itself: a browser that was
 * signed in with it goes on as a guest.
 */
export async function revokeKey(call: Call<unknown>): Promise<BufferedResponse> {
  const principal = await callerOf(call);
  const own = requireKey(principal);
  const { rateLimits, database, settings } = portal();
  await rateLimits.takeCall(principal, call.connection.address);
  const id = call.params['key_id'] ?? '';
  // Whose a key is never changes.
  const found = await database.apiKey.findFirst({
    where: { id, account: { id: principal.purse } },
    select: { id: true },
  });
  if (!found) throw new Problem('not-found', `Your account has no key ${JSON.stringify(id.slice(0, 100))}.`);
  if (id !== own.id) await requireUncapped(own.key);
  await writeChange('revoke-key', { id, now: Date.now() });
  const endsOwnSession = principal.session && id === own.id;
  return {
    status: 204,
    headers: {
      'cache-control': 'no-store, private',
      ...(endsOwnSession && { 'set-cookie': clearSessionCookie(settings.isHttps) }),
    },
    payload: '',
  };
}
