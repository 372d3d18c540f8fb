import { createHash, randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { z } from 'zod';
import { makeAccount } from '../setup/call-portal.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { ask, post, type Reply, send } from './ask.ts';

export const redirectUri = 'https://agent.example/callback';

export interface Payer extends TestPerson {
  account: string;
}

/** Somebody who is signed in, with an account that has credits. */
export async function makePayer(
  credits = 1_000,
  role: 'owner' | 'viewer' = 'owner',
  signedInAt?: number,
): Promise<Payer> {
  const folder = inject('dataFolder');
  const { id: account } = await makeAccount(folder, credits);
  const person = await makePerson(folder, { role: null, ...(signedInAt !== undefined && { signedInAt }) });
  await join(person, account, role);
  return { ...person, account };
}

export async function join(person: TestPerson, account: string, role: 'owner' | 'viewer'): Promise<void> {
  const token = await inviteBeside(inject('dataFolder'), account, role);
  const { status, text } = await post('/api/join', { token }, person.headers);
  if (status !== 204) throw new Error(`Nobody joined: ${text}`);
}

/** What one client asks for, and what it needs for the exchange. */
export interface Flow {
  request: Record<string, string>;
  verifier: string;
}

export function beginFlow(clientId: string, more: Record<string, string> = {}): Flow {
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state: 'st ate&1' },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url') },
    ...{ code_challenge_method: 'S256', resource: `${inject('portalUrl')}/mcp`, ...more },
  };
  return { request, verifier };
}

export const read = ({ request }: Flow, headers: Record<string, string>) =>
  ask(`/api/authorizations?${new URLSearchParams(request)}`, { headers });

export const decide = (body: object, headers: Record<string, string>) =>
  post('/api/authorizations', body, headers);

const answer = z.object({ location: z.string() });

export const locationOf = ({ json }: Reply) => new URL(answer.parse(json).location);

/** The person allows it, and the client gets a code. */
export async function allow({ request }: Flow, payer: Payer, limits: object = {}): Promise<string> {
  const reply = await decide(
    { decision: 'allow', request, account: payer.account, ...limits },
    payer.headers,
  );
  const code = locationOf(reply).searchParams.get('code');
  if (code === null) throw new Error(`There is no code: ${reply.text}`);
  return code;
}

export const postForm = (path: string, parameters: Record<string, string>) =>
  send(
    path,
    'POST',
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams(parameters).toString(),
  );

export const exchange = ({ request, verifier }: Flow, code: string, more: Record<string, string> = {}) =>
  postForm('/oauth/token', {
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier, ...more },
    ...(more['client_id'] === undefined && { client_id: request['client_id'] ?? '' }),
    ...(more['redirect_uri'] === undefined && { redirect_uri: request['redirect_uri'] ?? '' }),
  });

export const refresh = ({ request }: Flow, token: string, more: Record<string, string> = {}) =>
  postForm('/oauth/token', {
    ...{ grant_type: 'refresh_token', refresh_token: token, client_id: request['client_id'] ?? '', ...more },
  });

const registered = z.object({ client_id: z.string() });

export const clientIdOf = ({ json }: Reply) => registered.parse(json).client_id;

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.literal('call'),
});

export const tokensOf = ({ json }: Reply) => tokens.parse(json);

/** A request of an agent that answers 200 if it is let in. */
export const mcp = (token: string | undefined, query = '') =>
  send(
    `/mcp${query}`,
    'POST',
    {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  );

const keys = z.object({ list: z.array(z.looseObject({ id: z.string(), revokedAt: z.string().nullable() })) });

/** The grants of their account, as its keys are listed. */
export const keysOf = async ({ headers }: Payer) =>
  keys.parse((await ask('/api/keys', { headers })).json).list.filter(({ client }) => client !== null);
