import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { changeRows, readRows } from '../setup/rows.ts';
import { type ClientDocuments, startClientDocuments } from '../setup/client-document.ts';
import { problem } from '../setup/problems.ts';
import { ask, send } from './ask.ts';
import {
  allow,
  beginFlow,
  clientIdOf,
  decide,
  exchange,
  join,
  keysOf,
  locationOf,
  makePayer,
  mcp,
  type Payer,
  postForm,
  read,
  redirectUri,
  refresh,
  tokensOf,
} from './oauth.ts';
import { agentProvider } from './oauth-provider.ts';

let documents: ClientDocuments;
let clientId: string;
let payer: Payer;

beforeAll(async () => {
  documents = await startClientDocuments();
  clientId = documents.publish('agent', { client_name: 'Agent *One*', redirect_uris: [redirectUri] });
  payer = await makePayer();
});
afterAll(() => documents.close());

const portal = () => inject('portalUrl');

describe('the metadata', () => {
  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'at %s names the portal as its own authorization server',
    async (path) => {
      expect(await ask(path)).toMatchObject({
        status: 200,
        headers: { 'access-control-allow-origin': '*' },
        json: { resource: `${portal()}/mcp`, authorization_servers: [portal()] },
      });
    },
  );

  it('names the resource by the address that a client was given, with its query', async () => {
    for (const query of [
      '?sign-in=1',
      '?products=scripted,scripted-too&sign-in=1',
      '?sign-in=1&products=%22\\',
    ]) {
      const { headers } = await mcp(undefined, query);
      const [, address = ''] = /resource_metadata="([^"\\]*)"/.exec(headers['www-authenticate'] ?? '') ?? [];
      const { pathname, search } = new URL(address);
      const { json } = await ask(`${pathname}${search}`);
      const { resource } = z.object({ resource: z.string() }).parse(json);
      // Next encodes commas, which mean the same.
      expect(resource.replaceAll('%2C', ',')).toBe(`${portal()}/mcp${query.replace('\\', '%5C')}`);
    }
  });

  it('of the authorization server names its endpoints, PKCE and issuer', async () => {
    expect((await ask('/.well-known/oauth-authorization-server')).json).toMatchObject({
      issuer: portal(),
      authorization_endpoint: `${portal()}/oauth/authorize`,
      token_endpoint: `${portal()}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });
});

describe('/mcp', () => {
  const challenge = expect.stringContaining('resource_metadata="http://127.0.0.1:');

  it('lets guests in, unless its address asks for a sign-in', async () => {
    expect((await mcp(undefined)).status).toBe(200);
    expect(await mcp(undefined, '?sign-in=1')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': challenge },
      json: { code: 'key-required' },
    });
  });

  it.each(['fb_wrong', `fba_${'a'.repeat(32)}`])('says where tokens come from to %s', async (token) => {
    const { status, headers } = await mcp(token);
    expect([status, headers['www-authenticate']]).toEqual([401, challenge]);
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
  });
});

describe('the client of the SDK', () => {
  it.each([
    [
      'by the metadata at its address',
      () => documents.publish('sdk', { client_name: 'SDK', redirect_uris: [redirectUri] }),
      'SDK',
    ],
    ['by registration', () => undefined, 'Registered'],
  ])('signs in %s, calls within its budget, and renews its token', async (_how, idOf, name) => {
    const rich = await makePayer();
    const provider = agentProvider(redirectUri, idOf());
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`/mcp?sign-in=1`, portal()), { authProvider: provider });
    const first = transport();
    await expect(new Client({ name: 'agent', version: '1' }).connect(first)).rejects.toThrow(
      UnauthorizedError,
    );
    const request = Object.fromEntries(provider.authorization?.searchParams ?? []);
    expect(provider.authorization?.href).toContain(`${portal()}/oauth/authorize?`);
    expect(await read({ request, verifier: '' }, rich.headers)).toMatchObject({
      status: 200,
      json: { name },
    });
    const limits = { caps: { total: 5 }, products: ['scripted'] };
    const reply = await decide(
      { decision: 'allow', request, account: rich.account, ...limits },
      rich.headers,
    );
    await first.finishAuth(locationOf(reply).searchParams);

    const client = new Client({ name: 'agent', version: '1' });
    await client.connect(transport());
    const call = (product: string, size: number) =>
      client.callTool({ name: 'call_product', arguments: { product, input: { size }, max_credits: 10 } });
    expect((await call('scripted', 3)).isError).toBeUndefined();
    expect(JSON.stringify(await call('scripted', 3))).toContain('over-cap');
    expect(JSON.stringify(await call('scripted-too', 1))).toContain('may only call');
    const [key] = await keysOf(rich);
    expect(key).toMatchObject({ name, client: { name }, spending: { total: { cap: 5, spent: 3 } } });

    // Its access token ends.
    const before = await provider.tokens();
    await changeRows(inject('dataFolder'), "DELETE FROM ClientToken WHERE kind = 'access'");
    await ask(`/api/keys/${key?.id}`, {
      method: 'PATCH',
      headers: { ...rich.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ caps: { total: 6 } }),
    });
    expect((await call('scripted', 2)).isError).toBeUndefined();
    expect(await provider.tokens()).not.toEqual(before);
    await client.close();
  });
});

describe('a person', () => {
  it('learns who asks, in plain words', async () => {
    expect(await read(beginFlow(clientId), payer.headers)).toMatchObject({
      status: 200,
      json: {
        ...{ name: 'Agent One', host: new URL(clientId).host, returnHost: 'agent.example' },
        suspendedAccounts: [],
      },
    });
  });

  it('must be signed in', async () => {
    expect(await read(beginFlow(clientId), {})).toMatchObject(problem(401, 'sign-in-required'));
    const { request } = beginFlow(clientId);
    const body = { decision: 'allow', request, account: payer.account };
    expect(await decide(body, {})).toMatchObject(problem(401, 'sign-in-required'));
  });

  it('denies it', async () => {
    const { request } = beginFlow(clientId);
    const { searchParams } = locationOf(await decide({ decision: 'deny', request }, payer.headers));
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ error: 'access_denied', state: 'st ate&1', iss: portal() },
    });
  });

  it('gives no account of others, and none in which they have no keys', async () => {
    const { request } = beginFlow(clientId);
    const other = await makePayer();
    const refused = problem(403, 'forbidden');
    const body = { decision: 'allow', request, account: other.account };
    expect(await decide(body, payer.headers)).toMatchObject(refused);
    await join(payer, other.account, 'viewer');
    expect(await decide(body, payer.headers)).toMatchObject(refused);
    expect(await keysOf(other)).toEqual([]);
  });

  it('confirms that it is them, if they signed in long ago', async () => {
    const late = await makePayer(10, 'owner', Date.now() - 3_600_000);
    const { request } = beginFlow(clientId);
    expect(await decide({ decision: 'allow', request, account: late.account }, late.headers)).toMatchObject(
      problem(403, 'confirmation-required'),
    );
  });

  it('is not made to by a page of another site', async () => {
    const { request } = beginFlow(clientId);
    const headers = { ...payer.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await decide({ decision: 'allow', request, account: payer.account }, headers)).toMatchObject(
      problem(403, 'cross-site'),
    );
  });

  it('is the author of the grant in the audit log', async () => {
    const one = await makePayer();
    const flow = beginFlow(clientId);
    await allow(flow, one, { caps: { day: 7 } });
    const [key] = await keysOf(one);
    const rows = await readRows<{ actorId: string; after: string }>(
      inject('dataFolder'),
      "SELECT actorId, after FROM AuditEntry WHERE verb = 'grant-client' AND target = ?",
      key?.id ?? '',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.actorId).toBe(one.id);
    expect(JSON.parse(rows[0]?.after ?? '')).toMatchObject({ accountId: one.account, capDay: 7, clientId });
  });
});

describe('a request for a grant', () => {
  const refused = problem(400, 'invalid-authorization');

  it.each([
    ['another redirect_uri', { redirect_uri: 'https://agent.example/callback/' }],
    ['a redirect_uri of another host', { redirect_uri: 'https://evil.example/callback' }],
    ['a script as redirect_uri', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown client', { client_id: 'client.e30.abc' }],
    ['a client over http', { client_id: 'http://127.0.0.1/agent' }],
  ])('with %s sends the browser nowhere', async (_what, more) => {
    const reply = await read(beginFlow(clientId, more), payer.headers);
    expect(reply).toMatchObject(refused);
    expect(reply.json).not.toHaveProperty('location');
  });

  it.each([
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['the portal as resource', { resource: 'http://127.0.0.1/' }, 'invalid_target'],
    ['no code', { response_type: 'token' }, 'unsupported_response_type'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
  ])('for %s tells the client', async (_what, more, error) => {
    const { request } = beginFlow(clientId, more);
    const reply = await decide({ decision: 'allow', request, account: payer.account }, payer.headers);
    expect(reply).toMatchObject(refused);
    const { searchParams } = locationOf(reply);
    expect([searchParams.get('error'), searchParams.get('iss')]).toEqual([error, portal()]);
  });

  it.each([
    [
      'does not say its own address',
      { client_id: 'https://elsewhere.example/agent', redirect_uris: [redirectUri] },
    ],
    ['asks for a secret', { redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    ['has no addresses', {}],
    ['is no JSON', 'not JSON'],
    ['is too large', { redirect_uris: [redirectUri], more: 'x'.repeat(20_000) }],
  ])('is refused if the metadata %s', async (what, metadata) => {
    const id = documents.publish(what.replaceAll(' ', '-'), metadata);
    expect(await read(beginFlow(id), payer.headers)).toMatchObject(refused);
    expect(documents.requests(what.replaceAll(' ', '-'))).toBe(1);
  });

  it('never reads metadata from a network that is not public', async () => {
    const id = 'https://10.1.2.3/agent';
    const reply = await read(beginFlow(id), payer.headers);
    expect(reply).toMatchObject({
      ...refused,
      json: { detail: expect.stringContaining('not on the public internet') },
    });
  });

  it('of a program on loopback has any port', async () => {
    const id = documents.publish('native', {
      redirect_uris: ['http://127.0.0.1:1/cb', 'http://localhost/cb'],
    });
    for (const redirect_uri of ['http://127.0.0.1:49152/cb', 'http://localhost:3333/cb'])
      expect((await read(beginFlow(id, { redirect_uri }), payer.headers)).status).toBe(200);
    const other = beginFlow(id, { redirect_uri: 'http://127.0.0.1:49152/other' });
    expect(await read(other, payer.headers)).toMatchObject(refused);
  });
});

describe('a code', () => {
  const invalid = { status: 400, json: { error: 'invalid_grant' } };

  it('is exchanged once: somebody who has it, too, ends the grant', async () => {
    const flow = beginFlow(clientId);
    const code = await allow(flow, payer);
    const { access_token } = tokensOf(await exchange(flow, code));
    expect((await mcp(access_token)).status).toBe(200);
    expect(await exchange(flow, code)).toMatchObject(invalid);
    expect((await mcp(access_token)).status).toBe(401);
  });

  it.each([
    ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another client', { client_id: 'https://elsewhere.example/agent' }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'https://agent.example/other' }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['a password', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
  ])('is worth nothing with %s', async (_what, more, error) => {
    const flow = beginFlow(clientId);
    const code = await allow(flow, payer);
    expect(await exchange(flow, code, more)).toMatchObject({ status: 400, json: { error } });
  });

  it('ends after a minute', async () => {
    const flow = beginFlow(clientId);
    const code = await allow(flow, payer);
    await changeRows(
      inject('dataFolder'),
      "UPDATE ClientToken SET expiresAt = createdAt WHERE kind = 'code'",
    );
    expect(await exchange(flow, code)).toMatchObject(invalid);
  });

  it('is not stored, and neither are tokens', async () => {
    const flow = beginFlow(clientId);
    const code = await allow(flow, payer);
    const { access_token, refresh_token } = tokensOf(await exchange(flow, code));
    const rows = JSON.stringify(await readRows(inject('dataFolder'), 'SELECT * FROM ClientToken'));
    for (const secret of [code, access_token, refresh_token]) expect(rows).not.toContain(secret);
  });
});

describe('a grant', () => {
  const grant = async (limits: object = {}, of = payer) => {
    const flow = beginFlow(clientId);
    return { flow, ...tokensOf(await exchange(flow, await allow(flow, of, limits))) };
  };

  const invalid = { status: 400, json: { error: 'invalid_grant' } };

  it('goes on with a new refresh token, and ends when one of before the last is used', async () => {
    const { flow, refresh_token } = await grant();
    const second = tokensOf(await refresh(flow, refresh_token, { scope: 'call offline_access' }));
    expect((await mcp(second.access_token)).status).toBe(200);
    const third = tokensOf(await refresh(flow, second.refresh_token));
    expect(await refresh(flow, refresh_token)).toMatchObject(invalid);
    expect((await mcp(third.access_token)).status).toBe(401);
    expect(await refresh(flow, third.refresh_token)).toMatchObject({ status: 400 });
  });

  it('goes on when its client has lost the new tokens, or asks for them twice at once', async () => {
    const { flow, refresh_token } = await grant();
    const both = await Promise.all([refresh(flow, refresh_token), refresh(flow, refresh_token)]);
    for (const { access_token } of both.map(tokensOf)) expect((await mcp(access_token)).status).toBe(200);
    const [, last] = both.map(tokensOf);
    const { access_token } = tokensOf(await refresh(flow, last?.refresh_token ?? ''));
    expect((await mcp(access_token)).status).toBe(200);
  });

  it('is not for another client', async () => {
    const { flow, refresh_token, access_token } = await grant();
    const other = { client_id: 'https://elsewhere.example/agent' };
    expect(await refresh(flow, refresh_token, other)).toMatchObject({ json: { error: 'invalid_grant' } });
    for (const token of [refresh_token, access_token])
      expect(await postForm('/oauth/revoke', { token, ...other })).toMatchObject({
        ...{ status: 400, json: { error: 'invalid_grant' } },
      });
    expect((await mcp(access_token)).status).toBe(200);
  });

  it('ends with its key on the page of keys', async () => {
    const one = await makePayer();
    const { flow, access_token, refresh_token } = await grant({}, one);
    expect((await mcp(access_token)).status).toBe(200);
    const [key] = await keysOf(one);
    expect(key).toMatchObject({ client: { id: clientId, name: 'Agent One' } });
    await ask(`/api/keys/${key?.id}`, { method: 'DELETE', headers: one.headers });
    expect((await mcp(access_token)).status).toBe(401);
    expect(await refresh(flow, refresh_token)).toMatchObject({ json: { error: 'invalid_grant' } });
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'ends when its client gives the %s back',
    async (which) => {
      const one = await makePayer();
      const tokens = await grant({}, one);
      const client_id = tokens.flow.request['client_id'] ?? '';
      expect((await postForm('/oauth/revoke', { token: tokens[which], client_id })).status).toBe(200);
      expect((await mcp(tokens.access_token)).status).toBe(401);
      expect((await keysOf(one))[0]?.revokedAt).not.toBeNull();
      expect((await postForm('/oauth/revoke', { token: tokens[which] })).status).toBe(200);
    },
  );

  it('expires when the person says so', async () => {
    const one = await makePayer();
    const { flow, access_token, refresh_token, expires_in } = await grant(
      { expiresAt: new Date(Date.now() + 60_000).toISOString() },
      one,
    );
    expect(expires_in).toBeLessThanOrEqual(60);
    expect((await mcp(access_token)).status).toBe(200);
    await changeRows(
      inject('dataFolder'),
      'UPDATE ApiKey SET expiresAt = createdAt WHERE clientId IS NOT NULL AND expiresAt IS NOT NULL',
    );
    const [key] = await keysOf(one);
    // The cache of keys is told by a change alone.
    await ask(`/api/keys/${key?.id}`, {
      method: 'PATCH',
      headers: { ...one.headers, 'content-type': 'application/json' },
      body: '{"name":"Other"}',
    });
    expect((await mcp(access_token)).status).toBe(401);
    expect(await refresh(flow, refresh_token)).toMatchObject({ json: { error: 'invalid_grant' } });
  });

  it('speaks for /mcp alone, and has no key that could be shown', async () => {
    const one = await makePayer();
    const { access_token } = await grant({}, one);
    const headers = { authorization: `Bearer ${access_token}` };
    expect(await ask('/api/credits', { headers })).toMatchObject(problem(401, 'invalid-key'));
    const [key] = await keysOf(one);
    const rotated = await ask(`/api/keys/${key?.id}/rotate`, {
      method: 'POST',
      headers: { ...one.headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(rotated).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('granted to an agent') },
    });
  });

  it.each([
    ['the next grant', false],
    ['the next exchange', true],
  ])('whose code nobody collects is not listed, and ends with %s', async (_when, isExchange) => {
    const one = await makePayer();
    const other = await grant({}, await makePayer());
    await allow(beginFlow(clientId), one);
    const [key] = await keysOf(one);
    await changeRows(
      inject('dataFolder'),
      "UPDATE ClientToken SET expiresAt = createdAt WHERE kind = 'code'",
    );
    expect(await keysOf(one)).toEqual([]);
    if (isExchange) await refresh(other.flow, other.refresh_token);
    else await allow(beginFlow(clientId), payer);
    expect(await keysOf(one)).toEqual([{ ...key, revokedAt: expect.any(String) }]);
    const entries = await readRows(
      inject('dataFolder'),
      'SELECT verb, actorKind FROM AuditEntry WHERE target = ? ORDER BY number',
      key?.id ?? '',
    );
    expect(entries).toEqual([
      { verb: 'grant-client', actorKind: 'person' },
      { verb: 'revoke-key', actorKind: 'portal' },
    ]);
  });
});

describe('the agents of one network', () => {
  const json = { 'content-type': 'application/json' };
  const client = JSON.stringify({ redirect_uris: [redirectUri] });

  it.each([
    ['register', 201, () => send('/oauth/register', 'POST', json, client)],
    ['ask for tokens', 400, () => postForm('/oauth/token', { grant_type: 'refresh_token' })],
    ['return tokens', 200, () => postForm('/oauth/revoke', { token: 'fbr_unknown' })],
  ])('%s more often in a minute than people sign in', async (_what, status, request) => {
    const replies = await Promise.all(Array.from({ length: 70 }, request));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]));
  });
});

describe('POST /oauth/register', () => {
  it('takes the address of a program, and leaves out those that cannot be used', async () => {
    const program = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const body = JSON.stringify({ client_name: 'Cursor', redirect_uris: [program, 'javascript:alert(1)'] });
    const reply = await send('/oauth/register', 'POST', { 'content-type': 'application/json' }, body);
    expect(reply).toMatchObject({ status: 201, json: { redirect_uris: [program] } });
    const flow = beginFlow(clientIdOf(reply), { redirect_uri: program });
    const place = 'cursor://anysphere.cursor-mcp';
    expect(await read(flow, payer.headers)).toMatchObject({ json: { host: place, returnHost: place } });
    expect((await exchange(flow, await allow(flow, payer))).status).toBe(200);
  });

  it.each([['javascript:alert(1)'], ['http://agent.example/cb'], ['https://agent.example/cb#x']])(
    'refuses %s as an address',
    async (address) => {
      const body = JSON.stringify({ redirect_uris: [address] });
      const reply = await send('/oauth/register', 'POST', { 'content-type': 'application/json' }, body);
      expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_redirect_uri' } });
    },
  );
});
