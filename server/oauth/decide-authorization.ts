import { roleRefusalText } from '../../lib/account/roles.ts';
import type {
  AskingClient,
  AuthorizationDecision,
  AuthorizationRequest,
} from '../../lib/oauth/authorization.ts';
import { placeOfRedirect, fitsRedirect } from '../../lib/oauth/redirect-address.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { hashClientToken, makeClientToken } from '../callers/api-key.ts';
import { accountSuspended, authorOf, type Caller } from '../callers/caller.ts';
import { createdKeyOrProblem, newKey } from '../callers/change-keys.ts';
import { requirePerson, refuseUnlessConfirmed, roleRefusal } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { writeChange } from '../store/write-change.ts';
import { isOwnResource, mcpAddress } from './addresses.ts';
import { endUncollectedGrants } from './exchange-token.ts';
import { ClientRefused, type OAuthClient, fetchClient, isClientAddress } from './fetch-client.ts';
import { openRegisteredClient } from './register-client.ts';

/** A client exchanges its code at once. */
const codeMs = 60_000;

/** The person's browser. */
interface Source {
  network: string;
  requestId: string;
}

/** Who asks a person for a grant. */
export async function readAuthorization(
  context: Context,
  caller: Caller,
  request: AuthorizationRequest,
  { network }: Pick<Source, 'network'>,
): Promise<AskingClient> {
  const person = requirePerson(caller);
  const { client, redirectUri } = await askedAuthorization(context, request, network);
  const ids = (await context.store.members.accountsOf(person.key)).map(({ id }) => id);
  const suspended = await Promise.all(ids.map((id) => context.store.accounts.isSuspended(id)));
  const suspendedAccounts = ids.filter((_, index) => suspended[index]);
  const { name, host } = client;
  return { name, host, returnHost: placeOfRedirect(redirectUri), suspendedAccounts };
}

/**
 * Grants an agent an API key with the limits that a person has chosen, or denies it. The secret of the key is thrown
 * away: its client gets tokens by a code.
 */
export async function decideAuthorization(
  context: Context,
  caller: Caller,
  decision: AuthorizationDecision,
  { network, requestId }: Source,
): Promise<{ location: string }> {
  const person = requirePerson(caller);
  const { request } = decision;
  const { client, redirectUri, codeChallenge } = await askedAuthorization(context, request, network);
  const answer = (parameters: Record<string, string>) => ({
    location: answerAddress(context, request, parameters),
  });
  if (decision.decision === 'deny') return answer({ error: 'access_denied' });
  const { account, expiresAt, caps, products } = decision;
  await requireOwnKeysIn(context, person.key, account);
  refuseUnlessConfirmed(caller, Date.now());
  await endUncollectedGrants(context);
  const wish = { name: client.name, expiresAt, caps, products };
  const { payload, key } = await newKey(context, account, wish, null);
  const code = makeClientToken('code');
  const grant = {
    key: { ...payload, personKey: person.key, client: { id: client.id, name: client.name } },
    code: {
      hash: hashClientToken(code),
      expiresAt: payload.now + codeMs,
      redirectUri,
      codeChallenge,
    },
  };
  const needs = { accountId: account, personKey: person.key, verb: 'own-keys' } as const;
  const author = { ...authorOf(caller, requestId), needs, activeAccount: account };
  createdKeyOrProblem(await writeChange(context, 'grant-client', grant, author), { id: payload.id, key });
  return answer({ code });
}

/** The person chooses one of their accounts, whichever they act in at the moment. */
async function requireOwnKeysIn({ store }: Context, personKey: number, accountId: string): Promise<void> {
  const account = (await store.members.accountsOf(personKey)).find(({ id }) => id === accountId);
  if (!account) throw roleRefusal('You are not a member of this account.');
  const refusal = roleRefusalText(account.role, 'own-keys');
  if (refusal !== undefined) throw new Problem('forbidden', refusal);
  if (await store.accounts.isSuspended(accountId)) throw accountSuspended();
}

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
async function askedAuthorization(
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
function answerAddress(
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
