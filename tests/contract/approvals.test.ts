import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { ask, post, type Reply } from './ask.ts';

const slug = `approved-${process.pid}`;
const requests = z.object({
  list: z.array(z.object({ id: z.string(), account: z.object({ id: z.string() }) }).loose()),
});

let account: TestAccount;
let owner: TestPerson;
const key = () => ({ authorization: `Bearer ${account.key}` });
const call = (headers: Record<string, string> = key()) =>
  post(`/api/product/developer/call/${slug}`, {}, headers);
const wish = (reason = 'For our shop.') => post('/api/approvals', { product: slug, reason }, key());

async function requestOf(id: string) {
  const { json } = await ask('/api/operator/requests?pageSize=100', { headers: owner.headers });
  return requests.parse(json).list.find((one) => one.account.id === id);
}

async function decide(state: string, reason = 'As agreed.') {
  const request = await requestOf(account.id);
  return post(`/api/operator/requests/${request?.id}/decision`, { state, reason }, owner.headers);
}

beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 1_000);
  owner = await makePerson(inject('dataFolder'));
  await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [{ slug }]);
  const path = `/api/operator/products/${slug}/visibility`;
  const body = { visibility: 'public', approval: 'required' };
  expect((await post(path, body, owner.headers)).status).toBe(200);
});

describe('a product whose calls need approval', () => {
  it('is shown and estimated, and its calls are refused until they are approved', async () => {
    expect((await ask(`/api/product/info?id=${slug}`)).status).toBe(200);
    const estimate = await post(`/api/product/credits/required/${slug}?detail=full`, {}, key());
    expect(estimate.json).toMatchObject({ credits: 1, spendable: { credits: 0, code: 'approval-required' } });
    for (const headers of [key(), {}])
      expect(await call(headers)).toMatchObject({
        status: 403,
        json: { code: 'approval-required', approval: 'none', product: slug },
        headers: { 'farebox-credits-charged': '0' },
      });

    expect((await post('/api/approvals', { product: slug, reason: 'x' })).status).toBe(401);
    expect((await wish('')).status).toBe(422);
    expect((await wish()).json).toEqual({ product: slug, state: 'open' });
    // Asked twice, it is one request.
    expect((await wish('Again')).json).toEqual({ product: slug, state: 'open' });
    expect((await call()).json).toMatchObject({ approval: 'open' });
    expect(await requestOf(account.id)).toMatchObject({
      ...{ state: 'open', reason: 'For our shop.', balance: 1_000, calls: 0, decided: null },
      product: { slug },
    });

    expect((await decide('withdrawn')).status).toBe(404);
    expect((await decide('approved')).json).toMatchObject({ state: 'approved' });
    expect((await call()).status).toBe(200);
    expect((await decide('approved')).status).toBe(404);
  });

  it('refuses calls again once the approval is withdrawn, and can be asked for anew', async () => {
    expect((await decide('withdrawn')).status).toBe(200);
    expect((await call()).json).toMatchObject({ code: 'approval-required', approval: 'withdrawn' });
    expect((await ask('/api/approvals', { headers: key() })).json).toMatchObject({
      list: [{ product: { slug }, state: 'withdrawn', decision: 'As agreed.' }],
    });
    expect((await wish('Once more')).json).toMatchObject({ state: 'open' });
    expect((await decide('declined')).status).toBe(200);
    expect((await call()).json).toMatchObject({ approval: 'declined' });
  });

  it('tells the operators, and the owners of the account, by mail', async () => {
    const { json } = await ask('/api/operator/mails?pageSize=100', { headers: owner.headers });
    const mails = z
      .object({ list: z.array(z.object({ to: z.string(), subject: z.string() })) })
      .parse(json).list;
    const toOwner = mails.filter(
      ({ to, subject }) => to.includes(owner.email.slice(0, 1)) && subject.includes(slug),
    );
    expect(toOwner.length).toBeGreaterThan(0);
  });
});

describe('a call that was paid before its product was closed', () => {
  const closed = `closed-${process.pid}`;
  const send = (bearer: string, idempotencyKey: string, input: object = { size: 3 }, name = closed) =>
    post(`/api/product/developer/call/${name}`, input, {
      authorization: `Bearer ${bearer}`,
      'idempotency-key': idempotencyKey,
    });
  const charged = (reply: Reply) => [reply.status, reply.headers['farebox-credits-charged'], reply.text];

  it.each([
    ['needs approval', { visibility: 'public', approval: 'required' }, 403, 'approval-required'],
    ['is hidden', { visibility: 'accounts' }, 404, 'not-found'],
    ['is hidden and needs approval', { visibility: 'accounts', approval: 'required' }, 404, 'not-found'],
  ])('is answered again with its key when it %s, and nobody else is', async (what, access, status, code) => {
    const [payer, other] = await Promise.all([0, 1].map(() => makeAccount(inject('dataFolder'), 100)));
    if (!payer || !other) expect.fail('There are no accounts.');
    await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [{ slug: closed }]);
    const set = (body: object) => post(`/api/operator/products/${closed}/visibility`, body, owner.headers);
    const open = { visibility: 'public', approval: 'none' };
    await set(open);
    const key = what.replaceAll(' ', '-');
    const first = await send(payer.key, key);
    expect(first.headers['farebox-credits-charged']).toBe('3');
    expect((await set(access)).status).toBe(200);
    const again = await send(payer.key, key);
    expect(charged(again)).toEqual(charged(first));
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'farebox-call-id': first.headers['farebox-call-id'],
    });
    expect(await send(payer.key, key, { size: 4 })).toMatchObject({
      status: 422,
      json: { code: 'idempotency-key-reused' },
    });
    for (const [bearer, name] of [
      [payer.key, 'another'],
      [other.key, key],
    ] as const)
      expect(await send(bearer, name)).toMatchObject({
        status,
        json: { code },
        headers: { 'farebox-credits-charged': '0' },
      });
    // A hidden product refuses as one that is none.
    if (status === 404)
      for (const [name, input] of [
        ['no key', {}],
        [key, { size: 'x'.repeat(2_000_000) }],
      ] as const) {
        const [hidden, none] = [
          await send(other.key, name, input),
          await send(other.key, name, input, 'no-product'),
        ];
        expect([
          hidden.status,
          hidden.text
            .replaceAll(closed, 'no-product')
            .replaceAll(/"(callId|requestId|instance)":"[^"]*"/g, ''),
        ]).toEqual([none.status, none.text.replaceAll(/"(callId|requestId|instance)":"[^"]*"/g, '')]);
      }
    await set(open);
  });
});
