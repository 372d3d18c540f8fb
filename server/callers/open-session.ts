import { signInBody } from '../../lib/account/session.ts';
import type { BufferedResponse } from '../http/response.ts';
import { privateJson } from '../http/private-response.ts';
import type { Call } from '../http/endpoint.ts';
import { portal } from '../portal/portal.ts';
import { writeChange } from '../store/write-change.ts';
import { findApiKey } from './find-api-key.ts';
import { accountCaller, invalidKey } from './caller.ts';
import { readBody } from '../http/read-body.ts';
import { sessionOf } from './read-session.ts';
import { refuseCrossSite } from '../http/refuse-cross-site.ts';
import { newSessionCookie, readSessionCookie, sessionMs } from '../http/session-cookie.ts';

/**
 * Signs a browser in with an API key. Another site must not do that behind a person's back, so that it is refused with
 * cookies and without. Each try counts as a look-up, whatever becomes of it.
 */
export async function openSession({ request, connection, body }: Call<unknown>): Promise<BufferedResponse> {
  const { settings, secret, rateLimits } = portal();
  refuseCrossSite(request, settings.url);
  await rateLimits.takeLookUp(connection.address);
  const { key } = readBody(signInBody, (await body()) ?? {});
  const known = await findApiKey(key, async () => {});
  if (!known) throw invalidKey('This API key is not valid.');
  const { hash, setCookie } = newSessionCookie(secret, settings.isHttps);
  const now = Date.now();
  const expiresAt = Math.min(now + sessionMs, known.expiresAtMs ?? Number.MAX_SAFE_INTEGER);
  const instead = readSessionCookie(request.headers.get('cookie') ?? '', secret, settings.isHttps) ?? null;
  await writeChange('open-session', { hash, apiKeyKey: known.key, now, expiresAt, instead });
  const principal = accountCaller(known, true);
  return privateJson(principal, JSON.stringify(await sessionOf(principal)), {
    headers: { 'set-cookie': setCookie },
  });
}
