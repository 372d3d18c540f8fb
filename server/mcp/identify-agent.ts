import { Problem } from '../../lib/problem/problem.ts';
import { accountCaller, accountSuspended, type Caller, invalidKey } from '../callers/caller.ts';
import { findKeyOfToken } from '../callers/find-api-key.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { identify, type Source } from '../http/identify.ts';
import { resourceMetadataAddress } from '../oauth/addresses.ts';
import type { Context } from '../portal/context.ts';

/**
 * The caller of an agent: by access token or API key, or a guest unless the address asks for a sign-in. Whoever is
 * refused is told where tokens come from, so that a client begins its sign-in (RFC 9728).
 */
export async function identifyAgent(
  context: Context,
  request: HttpRequest,
  source: Source,
  needsSignIn: boolean,
): Promise<Caller> {
  try {
    return await agentOf(context, request, source, needsSignIn);
  } catch (error) {
    if (!(error instanceof Problem) || !('www-authenticate' in error.headers)) throw error;
    const { code, detail, errors, members } = error;
    const hasCredential = request.headers.get('authorization') !== null;
    const challenge = [
      ...(hasCredential ? ['error="invalid_token"'] : []),
      `resource_metadata="${resourceMetadataAddress(context.settings, request.url)}"`,
    ];
    throw new Problem(
      code,
      detail,
      errors,
      { 'www-authenticate': `Bearer ${challenge.join(', ')}` },
      members,
    );
  }
}

const token = /^bearer +(fba_\S+)$/i;

async function agentOf(
  context: Context,
  request: HttpRequest,
  source: Source,
  needsSignIn: boolean,
): Promise<Caller> {
  const authorization = request.headers.get('authorization');
  if (authorization === null && needsSignIn)
    throw new Problem('key-required', 'This address is for agents with a sign-in or an API key.', [], {
      'www-authenticate': 'Bearer',
    });
  const [, text] = token.exec(authorization ?? '') ?? [];
  if (text === undefined) return (await identify(context, request, source)).caller;
  const active = await findKeyOfToken(context, text, () => context.rateLimits.takeLookUp(source.network));
  if (!active)
    throw invalidKey('The access token has expired, or its grant has ended. Renew it, or sign in again.');
  if (active.suspended) throw accountSuspended();
  return accountCaller(active);
}
