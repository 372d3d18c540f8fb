import { mayRole } from '../../lib/account/member-role.ts';
import type {
  AskingClient,
  AuthorizationDecision,
  AuthorizationRequest,
} from '../../lib/oauth/authorization.ts';
import { placeOfRedirect } from '../../lib/oauth/redirect-address.ts';
import { accountSuspended, authorOf, type Caller } from '../callers/caller.ts';
import { createdKeyOrProblem, newKey } from '../callers/create-key.ts';
import { roleRefusal } from '../callers/require-role.ts';
import { requirePerson } from '../people/own-person.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { answerAddress, askedAuthorization } from './asked-authorization.ts';
import { hashClientToken, makeClientToken } from './client-token.ts';
import { endUncollectedGrants } from './end-grant.ts';

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
  if (!mayRole(account.role, 'own-keys'))
    throw roleRefusal(
      `Your role in this account is ${account.role}: it does not allow you to have API keys.`,
    );
  if (await store.accounts.isSuspended(accountId)) throw accountSuspended();
}
