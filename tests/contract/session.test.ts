import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { sendCall } from '../setup/send-call.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 100);
});

async function signIn(): Promise<{ cookie: string }> {
  const { headers } = await post('/api/session', { key: account.key });
  return { cookie: headers['set-cookie']?.split(';', 1)[0] ?? '' };
}

const created = z.object({ id: z.string(), key: z.string() });

describe('/api/session', () => {
  it('signs in, says who it is, and signs out', async () => {
    const opened = await post('/api/session', { key: account.key });
    expect(opened).toMatchObject({ status: 200, json: { kind: 'account', account: { id: account.id } } });
    const headers = { cookie: opened.headers['set-cookie']?.split(';', 1)[0] ?? '' };
    expect((await ask('/api/session', { headers })).json).toEqual(opened.json);
    const signOut = () => ask('/api/session', { method: 'DELETE', headers });
    const ended = await signOut();
    expect(ended).toMatchObject({ status: 204, text: '' });
    expect(ended.headers['set-cookie']).toMatch(/^farebox_session=; Path=\/; Max-Age=0;/);
    expect((await ask('/api/session', { headers })).json).toMatchObject({ kind: 'guest', account: null });
    expect((await signOut()).status).toBe(204);
  });

  it.each([
    ['a wrong key', { key: 'fb_wrong' }, {}, 401, 'invalid-key'],
    ['no key', {}, {}, 422, 'validation'],
    ['an empty key', { key: '  ' }, {}, 422, 'validation'],
    ['more than a key', { key: 'fb_wrong', remember: true }, {}, 422, 'validation'],
    ['another site', { key: 'fb_wrong' }, { origin: 'https://evil.example' }, 403, 'cross-site'],
  ])('refuses %s', async (_what, body, headers, status, code) => {
    expect(await post('/api/session', body, headers)).toMatchObject({ status, json: { code } });
  });

  it.each(['session', 'product/list', 'product/info', 'product/playground', 'calls', 'credits', 'nothing'])(
    'refuses a key in the address of /api/%s',
    async (path) => {
      const reply = await ask(`/api/${path}?id=x&key=${account.key}`);
      expect(reply).toMatchObject(problem(400, 'key-in-url'));
      expect(reply.text).not.toContain(account.key);
    },
  );

  it('takes GET, POST and DELETE', async () => {
    const { headers, status } = await ask('/api/session', { method: 'PUT' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS']);
  });

  it('pays for calls out of the account, and not after it ended', async () => {
    const headers = await signIn();
    const call = () => sendCall(inject('portalUrl'), 'scripted', { size: 3 }, { headers });
    expect(await call()).toMatchObject({ status: 200, charged: 3 });
    expect((await ask('/api/credits', { headers })).json).toMatchObject({ balance: 97 });
    await ask('/api/session', { method: 'DELETE', headers });
    expect(await call()).toMatchObject({ status: 401, charged: 0, json: { code: 'session-ended' } });
  });

  it('pays only where the request names its account, or none', async () => {
    const headers = await signIn();
    const call = (payer: string, caller: Record<string, string>) =>
      sendCall(inject('portalUrl'), 'scripted', {}, { headers: { ...caller, 'farebox-payer': payer } });
    expect(await call(account.id, headers)).toMatchObject({ status: 200, charged: 1 });
    expect(await call('guest', {})).toMatchObject({ status: 200, charged: 1 });
    const refused = { status: 409, charged: 0, json: { code: 'other-payer' } };
    for (const payer of ['guest', 'acc_another', ''])
      expect(await call(payer, headers)).toMatchObject(refused);
    expect(await call(account.id, {})).toMatchObject(refused);
  });

  it.each([
    ['guest', 'Since this page was shown, someone signed in or out, or changed the account.'],
    ['acc_another', 'Since this page was shown, someone signed in or out, or changed the account.'],
  ])('changes and lists nothing for a page that shows %s', async (payer, detail) => {
    const headers = { ...(await signIn()), 'farebox-payer': payer };
    const refused = { ...problem(409, 'other-payer'), text: expect.stringContaining(detail) };
    expect(await post('/api/keys', { name: 'Of another' }, headers)).toMatchObject(refused);
    expect(await ask('/api/keys', { headers })).toMatchObject(refused);
    const own = { ...headers, 'farebox-payer': account.id };
    expect((await ask('/api/keys', { headers: own })).text).not.toContain('Of another');
  });

  it('does nothing that another API key of the account is meant to do', async () => {
    const headers = await signIn();
    const { key } = Object((await ask('/api/session', { headers })).json);
    const call = (caller: string, as: Record<string, string>) =>
      sendCall(inject('portalUrl'), 'scripted', {}, { headers: { ...as, 'farebox-caller': caller } });
    const refused = { status: 409, charged: 0, json: { code: 'other-payer' } };
    expect(await call(key.id, headers)).toMatchObject({ status: 200, charged: 1 });
    expect(await call('key_another', headers)).toMatchObject(refused);
    const authorization = { authorization: `Bearer ${account.key}` };
    expect(await call(key.id, authorization)).toMatchObject({ status: 200 });
    expect(await call('per_another', authorization)).toMatchObject({
      ...refused,
      text: expect.stringContaining(`is meant for another than its API key ${key.id} of the account`),
    });
    expect(await call(key.id, {})).toMatchObject(refused);
  });

  it('says that the session has ended to a page that shows an account', async () => {
    const headers = { 'farebox-payer': account.id };
    expect(await ask('/api/keys', { headers })).toMatchObject({
      ...problem(409, 'other-payer'),
      json: { payer: 'guest' },
      text: expect.stringContaining('Your session has ended, so nothing was done or charged.'),
    });
  });

  it('does not call where another site sends the cookie along', async () => {
    const headers = { ...(await signIn()), origin: 'null' };
    expect(await sendCall(inject('portalUrl'), 'scripted', {}, { headers })).toMatchObject({
      status: 403,
      charged: 0,
      json: { code: 'cross-site' },
    });
  });
});

describe('/api/keys', () => {
  it('makes, lists and revokes', async () => {
    const headers = await signIn();
    const expiresAt = '2099-01-31T00:00:00.000Z';
    const made = await post('/api/keys', { name: ' Shop ', expiresAt, caps: { total: 4 } }, headers);
    expect(made.status).toBe(201);
    const { id, key } = created.parse(made.json);
    expect((await sendCall(inject('portalUrl'), 'scripted', { size: 3 }, { key })).charged).toBe(3);
    const over = await sendCall(inject('portalUrl'), 'scripted', { size: 3 }, { key });
    expect(over).toMatchObject(problem(402, 'over-cap'));
    const { json, text } = await ask('/api/keys', { headers });
    expect(text).not.toContain(key);
    expect(Object(json).list[0]).toMatchObject({
      ...{
        id,
        name: 'Shop',
        hint: key.slice(-4),
        lastUsedAt: expect.any(String),
        expiresAt,
        revokedAt: null,
      },
      spending: { total: { cap: 4, spent: 3 }, day: { cap: null, spent: 3 } },
    });
    expect((await ask(`/api/keys/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await ask('/api/keys', { headers: { authorization: `Bearer ${key}` } })).toMatchObject(
      problem(401, 'invalid-key'),
    );
  });

  it.each([
    ['a guest', {}, { name: 'x' }, 401, 'account-required'],
    ['no name', undefined, {}, 422, 'validation'],
    ['an operator’s key for a user', undefined, { name: 'x', operator: true }, 403, 'forbidden'],
  ])('refuses %s', async (_what, caller, body, status, code) => {
    const headers = caller ?? (await signIn());
    expect(await post('/api/keys', body, headers)).toMatchObject({ status, json: { code } });
  });

  it('knows no key of another account', async () => {
    const other = await makeAccount(inject('dataFolder'), 0);
    const by = { authorization: `Bearer ${other.key}` };
    const { id } = created.parse((await post('/api/keys', { name: 'Theirs' }, by)).json);
    const headers = await signIn();
    for (const path of [id, 'key_0123456789abcdef', '%00'])
      expect(await ask(`/api/keys/${path}`, { method: 'DELETE', headers })).toMatchObject(
        problem(404, 'not-found'),
      );
    expect((await ask('/api/keys', { headers })).text).not.toContain(id);
  });

  it('lists none to a guest', async () => {
    expect(await ask('/api/keys')).toMatchObject(problem(401, 'account-required'));
  });
});
