import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { ask, post } from './ask.ts';
import { type Headers, headersOf, makeTeam, type Team } from './team.ts';

const slug = `bound-${process.pid}`;
const page = `terms-${process.pid}`;
const pages = '/api/operator/pages';
const product = `/api/operator/products/${slug}`;

let operator: TestPerson;
let team: Team;
let as: (role: 'owner' | 'admin' | 'member' | 'viewer') => Headers;
const change = (path: string, body: object) => post(path, body, operator.headers);
const save = (text: string, after: number, asksAgain?: boolean) =>
  change(`${pages}/${page}/versions`, {
    ...{ title: 'Terms of use', text, inFooter: false, after },
    ...(asksAgain !== undefined && { asksAgain }),
  });
const call = (headers: Headers = {}, more: Headers = {}) =>
  post(`/api/product/developer/call/${slug}`, {}, { ...headers, ...more });
const accept = (version: number, headers: Headers) => post('/api/terms', { page, version }, headers);
const estimate = (headers: Headers = {}) =>
  post(`/api/product/credits/required/${slug}?detail=full`, {}, headers);

beforeAll(async () => {
  operator = await makePerson(inject('dataFolder'));
  team = await makeTeam();
  as = (role) => headersOf(team, role);
  await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [{ slug }]);
  const text = 'You shall not resell.';
  await change(pages, { slug: page, title: 'Terms of use', text, inFooter: false });
});

describe('the terms of a product', () => {
  it('are asked for before a call: nothing is charged, and each caller is told who accepts them, and where', async () => {
    expect((await call(as('member'))).status).toBe(200);
    expect(await change(`${product}/terms`, { page: 'nothing' })).toMatchObject(problem(422, 'validation'));
    expect((await change(`${product}/terms`, { page })).json).toEqual({ slug, page });
    expect((await ask(product, { headers: operator.headers })).json).toMatchObject({
      terms: { page, title: 'Terms of use' },
    });

    const terms = { page, title: 'Terms of use', version: 1, accepted: null };
    const callers: [Headers, boolean, RegExp][] = [
      [as('owner'), true, /^You have to accept “Terms of use” \(version 1\) before the account calls/],
      [as('member'), false, /^An owner or admin of your account has to accept/],
      [{}, false, /^Accounts alone call .*: sign in first\. Read it at .*\/pages\/terms-/],
    ];
    for (const [headers, mayAccept, says] of callers) {
      expect(await call(headers)).toMatchObject({
        status: 403,
        headers: { 'farebox-credits-charged': '0' },
        json: {
          ...{ code: 'terms-required', product: slug, detail: expect.stringMatching(says) },
          terms: { ...terms, mayAccept, url: expect.stringContaining(`/pages/${page}`) },
        },
      });
      expect((await estimate(headers)).json).toMatchObject({
        spendable: { credits: 0, code: 'terms-required', terms: { ...terms, mayAccept } },
      });
    }
  });

  it('are accepted by an owner or admin who has signed in, in the version that they say now', async () => {
    const { key } = await makeAccount(inject('dataFolder'), 10);
    expect(await accept(1, {})).toMatchObject(problem(401, 'sign-in-required'));
    expect(await accept(1, { authorization: `Bearer ${key}` })).toMatchObject(
      problem(401, 'sign-in-required'),
    );
    for (const role of ['member', 'viewer'] as const)
      expect(await accept(1, as(role))).toMatchObject(problem(403, 'forbidden'));
    expect(await accept(2, as('admin'))).toMatchObject(problem(409, 'changed-meanwhile'));
    expect((await accept(1, as('admin'))).json).toEqual({ page, version: 1 });
    expect((await accept(1, as('owner'))).json).toEqual({ page, version: 1 });
    expect((await call(as('member'), { 'idempotency-key': `first-${slug}` })).status).toBe(200);
    expect((await estimate(as('member'))).json).not.toHaveProperty('spendable.code');

    const admin = team.people.get('admin');
    const by = { id: admin?.id, name: admin?.name };
    expect((await ask('/api/terms', { headers: as('viewer') })).json).toMatchObject({
      list: [{ page, version: 1, by, isEnough: true }],
    });
    const list = `/api/operator/acceptances?account=${team.account}`;
    expect((await ask(list, { headers: operator.headers })).json).toMatchObject({
      list: [{ page, version: 1, by, account: { id: team.account } }],
      next: null,
    });
    expect((await ask(`${list}&page=${page}&format=csv`, { headers: operator.headers })).text).toContain(
      `,${page},Terms of use,1,`,
    );
    // The person who accepted them has it in their own export.
    expect((await ask('/api/person/export', { headers: as('admin') })).json).toMatchObject({
      acceptedTerms: [{ page, title: 'Terms of use', version: 1, account: { id: team.account } }],
    });
    const { text } = await ask(`/api/operator/audit?verb=accept-terms&target=${team.account}`, {
      headers: operator.headers,
    });
    expect(text.split('"verb":"accept-terms"')).toHaveLength(2);
  });

  it('are asked for again with a new version, unless the operator says not, and never of an earlier call', async () => {
    expect((await save('You shall not resell, typos mended.', 1, false)).json).toMatchObject({ version: 2 });
    expect((await call(as('member'))).status).toBe(200);
    expect((await save('You shall not resell, nor copy.', 2)).json).toMatchObject({ version: 3 });
    expect(await call(as('member'))).toMatchObject({
      json: { code: 'terms-required', terms: { version: 3, accepted: 1 } },
    });
    // A retry gets the answer of the call that was made before.
    const again = await call(as('member'), { 'idempotency-key': `first-${slug}` });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect((await ask('/api/terms', { headers: as('owner') })).json).toMatchObject({
      list: [{ version: 1, isEnough: false }],
    });
    expect((await accept(3, as('owner'))).status).toBe(200);
    expect((await call(as('member'))).status).toBe(200);
  });

  it('tell an agent what a person must do', async () => {
    const { key } = await makeAccount(inject('dataFolder'), 10);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', inject('portalUrl')), { requestInit }),
    );
    for (const name of ['call_product', 'quote_call']) {
      const given = { product: slug, input: {}, ...(name === 'call_product' && { max_credits: 5 }) };
      const { content } = await client.callTool({ name, arguments: given });
      const said = JSON.stringify(content);
      expect(said).toContain('An owner or admin of your account has to accept');
      expect(said).toContain(`/pages/${page}`);
      if (name === 'call_product') expect(said).toContain('no tool accepts them');
    }
    await client.close();
  });

  it('keep their page from being deleted until the product has none', async () => {
    expect(await change(`${pages}/${page}/deletion`, {})).toMatchObject({
      status: 422,
      json: { detail: expect.stringContaining(`It is the terms of the product ${slug}.`) },
    });
    expect((await ask(`${pages}/${page}`, { headers: operator.headers })).json).toMatchObject({
      termsOf: [{ slug }],
    });
    expect((await change(`${product}/terms`, { page: null })).status).toBe(200);
    expect((await call()).status).toBe(200);
    expect((await change(`${pages}/${page}/deletion`, {})).status).toBe(200);
    // What was accepted stays known.
    expect((await ask('/api/terms', { headers: as('owner') })).json).toMatchObject({
      list: [{ version: 3, isEnough: true }, { version: 1 }],
    });
  });
});

// Both engines refuse in one order, from the first on: whoever mends one refusal meets the next. An answer that was
// paid for comes before all of them.
it('of several refusals, each call meets the one that no later one would mend', async () => {
  const bound = `ordered-${process.pid}`;
  const text = 'Some terms.';
  await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [{ slug: bound }]);
  const { people, account } = await makeTeam();
  const owner = { ...people.get('owner')?.headers };
  const member = people.get('member');
  const headers = { ...member?.headers };
  const path = `/api/product/developer/call/${bound}`;
  const paid = () => post(path, {}, { ...headers, 'idempotency-key': `paid-${bound}` });
  const first = await paid();
  expect([first.status, first.headers['farebox-credits-charged']]).toEqual([200, '1']);
  await change(pages, { slug: bound, title: 'Terms', text, inFooter: false });
  const at = `/api/operator/products/${bound}`;
  await change(`${at}/terms`, { page: bound });
  await change(`${at}/visibility`, { visibility: 'accounts', approval: 'required' });
  await change(`${at}/status`, { status: 'offline' });
  const caps = (credits: number | null) =>
    post(`/api/members/${member?.id}`, { caps: { total: credits } }, owner);
  await caps(0);
  const decide = async () => {
    await post('/api/approvals', { product: bound, reason: 'Why not' }, owner);
    const path = '/api/operator/requests?state=open&pageSize=1000';
    const { json } = await ask(path, { headers: operator.headers });
    const { id } = Object(json).list.find((one: object) => Object(one).account.id === account);
    await change(`/api/operator/requests/${id}/decision`, { state: 'approved' });
  };
  const order: [code: string, mend: () => Promise<unknown>][] = [
    ['not-found', () => change(`${at}/visibility`, { visibility: 'public', approval: 'required' })],
    ['approval-required', decide],
    ['product-offline', () => change(`${at}/status`, { status: 'online' })],
    ['terms-required', () => post('/api/terms', { page: bound, version: 1 }, owner)],
    ['over-cap', () => caps(null)],
  ];
  for (const [code, mend] of order) {
    expect((await post(path, {}, headers)).json, code).toMatchObject({ code });
    expect(await paid(), code).toMatchObject({ status: 200, text: first.text });
    await mend();
  }
  expect((await post(path, {}, headers)).status).toBe(200);
});
