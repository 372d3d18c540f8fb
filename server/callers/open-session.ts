import { hash } from 'node:crypto';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import { writeChange } from '../store/write-change.ts';
import { accountCaller, accountSuspended, type Caller, invalidKey } from './caller.ts';
import { findApiKey } from './find-api-key.ts';

const days = 30;
export const sessionMs = days * 24 * 60 * 60 * 1000;
/** 160 bits. */
const tokenLetters = 32;

export function hashSessionToken(token: string): string {
  return hash('sha256', token);
}

/** Opens a session for an API key and returns its token. `instead` is the hash of a session to replace. */
export async function openSession(
  context: Context,
  key: string,
  instead: string | null,
): Promise<{ caller: Caller; token: string }> {
  const active = await findApiKey(context, key, async () => {});
  if (!active) throw invalidKey('This API key is not valid.');
  if (active.suspended) throw accountSuspended();
  const token = `ses_${randomLetters(tokenLetters)}`;
  const now = Date.now();
  const expiresAt = Math.min(now + sessionMs, active.expiresAtMs ?? Number.MAX_SAFE_INTEGER);
  const session = { hash: hashSessionToken(token), apiKeyKey: active.key, now, expiresAt, instead };
  await writeChange(context, 'open-session', session);
  return { caller: accountCaller(active), token };
}
