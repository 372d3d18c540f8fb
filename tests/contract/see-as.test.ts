import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { printed } from '../setup/run-farebox.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post, type Reply, send } from './ask.ts';

const folder = () => inject('dataFolder');
const json = (reply: Reply) => z.record(z.string(), z.unknown()).parse(reply.json);
const reason = 'Ticket 31: they see no calls';

let account: TestAccount;
let member: TestPerson;
let ada: TestPerson;
let callId: string;

const seeAs = (headers: Record<string, string>, id = account.id) =>
  post(`/api/operator/accounts/${id}/see-as`, { reason }, headers);
const end = (headers: Record<string, string>) => post('/api/operator/see-as/end', {}, headers);
const entriesOf = async (verb: string) => {
  const { text } = await ask(`/api/operator/audit?target=${account.id}&verb=${verb}`, {
    headers: ada.headers,
  });
  return z.object({ list: z.array(z.record(z.string(), z.unknown())) }).parse(JSON.parse(text)).list;
};

beforeAll(async () => {
  account = await makeAccount(folder(), 100);
  const token = await inviteBeside(folder(), account.id);
  member = await makePerson(folder(), { role: null, name: 'Mary of the account' });
  expect(await post('/api/join', { token }, member.headers)).toMatchObject({ status: 204 });
  const call = await post('/api/product/developer/call/scripted', { size: 1 }, member.headers);
  callId = call.headers['farebox-call-id'] ?? '';
  ada = await makePerson(folder(), { name: 'Ada of the console' });
});

describe('an operator who sees an account as its members do', () => {
  it('reads what a viewer of the account reads, and is nobody', async () => {
    const begun = await seeAs(ada.headers);
    expect(begun).toMatchObject({ status: 200, json: { account: { id: account.id } } });
    const until = Date.parse(String(json(begun)['until']));
    expect(Math.abs(until - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    const { headers } = ada;
    expect(json(await ask('/api/session', { headers }))).toMatchObject({
      ...{ kind: 'account', account: { id: account.id }, role: 'viewer', person: null, operator: false },
      ...{ key: null, accounts: [], seeing: { until: json(begun)['until'] } },
    });
    expect(json(await ask('/api/credits', { headers }))).toMatchObject({ balance: 99 });
    for (const path of ['/api/calls', `/api/calls/${callId}`])
      expect((await ask(path, { headers })).text).toContain(callId);
    // As a key that an operator may have made for the account.
    for (const caller of [headers, { authorization: `Bearer ${account.key}` }]) {
      const { text } = await ask('/api/members', { headers: caller });
      expect(text).toContain(member.id);
      const addresses = [...text.matchAll(/"email":"([^"]*)"/g)].map(([, address]) => address);
      expect(addresses).toEqual(addresses.map(() => expect.stringMatching(/^.…@/)));
    }
    for (const path of ['/api/keys', '/api/webhooks', '/api/catalogue'])
      expect((await ask(path, { headers })).status).toBe(200);
    for (const path of ['/api/sessions', '/api/identities', '/api/passkeys', '/api/second-factor'])
      expect((await ask(path, { headers })).status).toBe(401);
    // Not what operators see.
    expect((await ask('/api/product/list?status=all', { headers })).status).toBe(403);
    expect((await ask('/metrics', { headers })).status).toBe(403);
    expect(await end(headers)).toMatchObject({ status: 200, json: { accountId: account.id } });
    expect(await end(headers)).toMatchObject({ status: 200, json: { accountId: null } });
    expect(json(await ask('/api/session', { headers }))).toMatchObject({
      ...{ person: { id: ada.id }, operator: true, account: null, seeing: null },
    });
  });

  it('is in the audit log with account and reason, once for each beginning and end', async () => {
    const [begun, ended] = [await entriesOf('see-as'), await entriesOf('end-see-as')];
    expect([begun.length, ended.length]).toEqual([1, 1]);
    expect(begun).toMatchObject([{ reason, actor: { id: ada.id }, after: { until: expect.any(String) } }]);
    expect(ended).toMatchObject([{ actor: { id: ada.id } }]);
  });

  it('must have the right, a session and a reason, and proves who they are', async () => {
    const publisher = await makePerson(folder(), { role: 'publisher' });
    expect(await seeAs(publisher.headers)).toMatchObject(problem(403, 'forbidden'));
    const key = await printed(folder(), 'key', 'create', account.id, '--operator');
    const byKey = await seeAs({ authorization: `Bearer ${key}` });
    expect(byKey).toMatchObject(problem(401, 'sign-in-required'));
    expect(String(json(byKey)['detail'])).toContain('An API key cannot see an account');
    const earlier = await makePerson(folder(), { signedInAt: Date.now() - 601_000 });
    expect(await seeAs(earlier.headers)).toMatchObject({ json: { code: 'confirmation-required' } });
    const path = `/api/operator/accounts/${account.id}/see-as`;
    expect(await post(path, {}, ada.headers)).toMatchObject({
      ...faultAt('/reason'),
    });
    expect(await seeAs(ada.headers, 'acc_nobody')).toMatchObject({ status: 404 });
  });
});

const parameter = /\{\w+\}/g;
const operation = z.looseObject({});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** They look at no session: what shows something, and what begins and ends sessions of whoever proves who they are. */
const ofNobody = [
  'DELETE /api/session', 'POST /api/address', 'POST /api/invitation', 'POST /api/link', 'POST /api/oidc/{issuer}',
  'POST /api/product/credits/required/{api_id}', 'POST /api/registration', 'POST /api/session',
  'POST /api/session/mail-code', 'POST /api/session/passkey', 'POST /api/setup',
]; // biome-ignore format: a list

describe('as a property of all endpoints', () => {
  const seeing = async () => {
    const { headers } = await makePerson(folder());
    expect((await seeAs(headers)).status).toBe(200);
    return headers;
  };

  it('nothing is changed, and no call made, by who sees an account as its members do', async () => {
    const headers = await seeing();
    const { paths } = document.parse((await ask('/openapi.json')).json);
    // What a call cost is added to the figures of its account a moment after its end.
    const spent = async () => json(await ask(`/api/operator/accounts/${account.id}`, { headers }))['spent'];
    await expect.poll(spent).toBe(1);
    const before = await Promise.all([
      ask(`/api/operator/accounts/${account.id}`, { headers }),
      ask('/api/webhooks', { headers }),
    ]);
    const left: string[] = [];
    let refused = 0;
    for (const [path, operations] of Object.entries(paths)) {
      if (path.startsWith('/api/operator/')) continue;
      for (const method of Object.keys(operations).map((name) => name.toUpperCase())) {
        if (method === 'GET' || method === 'HEAD') continue;
        if (ofNobody.includes(`${method} ${path}`)) {
          left.push(`${method} ${path}`);
          continue;
        }
        const address = path.includes('/call/')
          ? path.replace(parameter, 'scripted')
          : path.replace(parameter, callId);
        const type = { 'content-type': 'application/json' };
        const reply = await ask(address, { method, body: '{"size":1}', headers: { ...headers, ...type } });
        expect([method, path, reply.status, json(reply)['code']]).toEqual([
          method,
          path,
          403,
          'seeing-account',
        ]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(20);
    expect(left.toSorted()).toEqual(ofNobody);
    const after = await Promise.all([
      ask(`/api/operator/accounts/${account.id}`, { headers }),
      ask('/api/webhooks', { headers }),
    ]);
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    await end(headers);
  });

  it('no answer has a secret or something of a person who is signed in', async () => {
    const webhook = await post(
      '/api/webhooks',
      { url: 'https://hooks.example/x', events: ['key.created'] },
      member.headers,
    );
    const { secret } = z.object({ secret: z.string() }).parse(webhook.json);
    const made = await post('/api/keys', { name: 'Laptop' }, member.headers);
    const { key } = z.object({ key: z.string() }).parse(made.json);
    const operator = await makePerson(folder(), { name: 'Unseen' });
    await seeAs(operator.headers);
    const { paths } = document.parse((await ask('/openapi.json')).json);
    const read = Object.keys(paths).filter(
      (path) => paths[path]?.['get'] && !path.startsWith('/api/operator/') && path !== '/openapi.json',
    );
    expect(read.length).toBeGreaterThan(15);
    for (const path of read) {
      const said = (await send(path.replace(parameter, callId), 'GET', operator.headers)).text;
      // Who views is said in one place, for the pages of the viewer.
      const text = path === '/api/session' ? said.replace(`"by":"${operator.id}"`, '') : said;
      for (const hidden of [secret, key, account.key, 'whsec_', operator.id, operator.name])
        expect([path, text.includes(hidden)]).toEqual([path, false]);
    }
  });

  it('exports no list of the account, whoever the operator is', async () => {
    const viewer = await makePerson(folder(), { role: 'viewer', name: 'Exports nothing' });
    for (const { headers } of [ada, viewer]) {
      await seeAs(headers);
      for (const list of ['calls', 'calls/refused', 'usage', 'usage?by=member', 'usage/refused']) {
        const path = `/api/${list}${list.includes('?') ? '&' : '?'}format=csv`;
        expect([path, (await ask(path, { headers })).json]).toMatchObject([path, { code: 'seeing-account' }]);
      }
      await end(headers);
    }
  });

  it('the console stays the operator’s own, until they sign out', async () => {
    const headers = await seeing();
    expect((await ask('/api/operator/overview', { headers })).status).toBe(200);
    const page = await send('/operator', 'GET', { ...headers, accept: 'text/html' });
    expect(page.text).toContain('Overview');
    expect(page.text).toContain('as its members do');
    expect((await ask('/api/session', { method: 'DELETE', headers })).status).toBe(204);
    expect((await ask('/api/credits', { headers })).status).toBe(401);
  });

  it('it ends with the role of the operator', async () => {
    const finance = await makePerson(folder(), { role: 'finance' });
    await seeAs(finance.headers);
    const setRole = (operatorRole: string | null) =>
      post(`/api/operator/people/${finance.id}/role`, { operatorRole }, ada.headers);
    await setRole('publisher');
    const { headers } = finance;
    expect(json(await ask('/api/session', { headers }))).toMatchObject({
      seeing: null,
      person: { id: finance.id },
    });
    await setRole('finance');
    expect(json(await ask('/api/session', { headers }))).toMatchObject({ seeing: null });
  });
});
