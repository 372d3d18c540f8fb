import type { AuthorizationRequest } from '../../lib/oauth/authorization.ts';
import { fitsRedirect } from '../../lib/oauth/redirect-address.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import { isOwnResource, mcpAddress } from './addresses.ts';
import { ClientRefused, type OAuthClient, fetchClient, isClientAddress } from './fetch-client.ts';
import { openRegisteredClient } from './register-client.ts';

/** A request of a client that a person can decide. */
interface AskedAuthorization {
  client: OAuthClient;
  redirectUri: string;
  codeChallenge: string;
}

const s256 = /^[\w-]{43}$/;

/**
 * Checks what a client asks for. Without a known client and one of its addresses, nobody is told but the person: the
 * address may be anybody's. Otherwise the problem has the `location` that tells the client.
 */
export async function askedAuthorization(
  context: Context,
  request: AuthorizationRequest,
  network: string,
): Promise<AskedAuthorization> {
  const { client_id: id, redirect_uri: redirectUri, code_challenge: codeChallenge = '' } = request;
  if (id === undefined) throw new Problem('invalid-authorization', 'The request has no client_id.');
  const client = await findClient(context, id, network).catch((error: unknown) => {
    if (error instanceof ClientRefused) throw new Problem('invalid-authorization', error.message);
    throw error;
  });
  if (redirectUri === undefined || !fitsRedirect(redirectUri, client.redirectUris))
    throw new Problem('invalid-authorization', 'redirect_uri is not one of the addresses of the client.');
  const fault = faultOf(request, context.settings);
  if (fault === undefined) return { client, redirectUri, codeChallenge };
  const [error, error_description] = fault;
  const location = answerAddress(context, request, { error, error_description });
  throw new Problem('invalid-authorization', error_description, [], {}, { location });
}

function faultOf(
  { response_type, code_challenge = '', code_challenge_method, resource }: AuthorizationRequest,
  settings: Context['settings'],
): [error: string, description: string] | undefined {
  if (response_type !== 'code')
    return ['unsupported_response_type', 'The only response_type of this portal is code.'];
  if (code_challenge_method !== 'S256' || !s256.test(code_challenge))
    return ['invalid_request', 'This portal needs PKCE: a code_challenge, and S256 as its method.'];
  if (resource !== undefined && !isOwnResource(resource, settings))
    return ['invalid_target', `The only resource of this portal is ${mcpAddress(settings)}.`];
  return undefined;
}

/** Where the browser goes with an answer, which names its issuer (RFC 9207). */
export function answerAddress(
  { settings }: Pick<Context, 'settings'>,
  { redirect_uri = '', state }: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  const address = new URL(redirect_uri);
  const all = { ...answer, ...(state !== undefined && { state }), iss: settings.url };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  return address.href;
}

/** The client of an id. Throws `ClientRefused` if there is none. */
async function findClient(
  { secret, settings, rateLimits }: Context,
  id: string,
  network: string,
): Promise<OAuthClient> {
  // Strangers choose the address, as accounts choose those of webhooks: no upstream of the operator can be reached.
  if (isClientAddress(id))
    return fetchClient(id, settings.webhookAllow, () => rateLimits.takeSignIn(network));
  const client = openRegisteredClient(secret, id);
  if (client) return client;
  throw new ClientRefused(
    'client_id is neither the https address of metadata nor an id that this portal has given.',
  );
}
