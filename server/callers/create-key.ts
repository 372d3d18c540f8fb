import type { z } from 'zod';
import { newKeyBody } from '../../lib/account/api-keys.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import { privateJson } from '../http/private-response.ts';
import { callerOf } from '../http/caller-of.ts';
import type { Call } from '../http/endpoint.ts';
import { portal } from '../portal/portal.ts';
import { writeChange } from '../store/write-change.ts';
import { randomLetters } from '../random-letters.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from './api-key.ts';
import { requireKey, requireUncapped } from './own-key.ts';
import { invalidBody, readBody } from '../http/read-body.ts';

/** More than a team with a key for each service needs; keys can be revoked to make room. */
const mostKeys = 100;

/** Makes an API key for the caller's account. It is answered this once, and never has more rights than the caller's. */
export async function createKey(call: Call<unknown>): Promise<BufferedResponse> {
  const principal = await callerOf(call);
  const own = requireKey(principal);
  const { rateLimits } = portal();
  await rateLimits.takeCall(principal, call.connection.address);
  const { name, caps, operator = false, ...wish } = readBody(newKeyBody, (await call.body()) ?? {});
  if (operator && !principal.operator)
    throw new Problem('forbidden', 'Only an operator can create operator keys.');
  const { expiresAt: ownEnd } = await requireUncapped(own.key);
  const now = Date.now();
  const key = makeApiKey();
  const id = `key_${randomLetters(16)}`;
  const { created } = await writeChange('create-key', {
    ...{
      id,
      accountId: principal.purse,
      name,
      hash: hashApiKey(key),
      hint: hintOfApiKey(key),
      operator,
      now,
    },
    expiresAt: expiryOf(wish.expiresAt, now, ownEnd?.getTime()),
    capDay: caps?.day ?? null,
    capMonth: caps?.month ?? null,
    capTotal: caps?.total ?? null,
    most: mostKeys,
  });
  if (!created)
    throw new Problem(
      'too-many-keys',
      `The account already has ${mostKeys} active keys, which is the maximum.`,
    );
  return privateJson(principal, JSON.stringify({ id, key }), { status: 201 });
}

/** In the future, and no later than the key that makes it. */
function expiryOf(
  text: z.output<typeof newKeyBody>['expiresAt'],
  now: number,
  ownEndMs: number | undefined,
): number | null {
  const at = text ? Date.parse(text) : null;
  const refuse = (detail: string) => invalidBody([{ pointer: '/expiresAt', detail }]);
  if (at !== null && at <= now) throw refuse('Expected a date and time in the future.');
  if (ownEndMs !== undefined && (at === null || at > ownEndMs))
    throw refuse(`Expected at most ${new Date(ownEndMs).toISOString()}, when your own key expires.`);
  return at;
}
