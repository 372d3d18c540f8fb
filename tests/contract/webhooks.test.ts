import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

interface Received {
  body: string;
  headers: Record<string, string>;
}

const received: Received[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const named = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ body, headers: z.record(z.string(), z.string()).parse(Object.fromEntries(named)) });
    response.end('taken');
  });
});

let url: string;
let account: TestAccount;
let headers: { authorization: string };
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(receiver)}/events`;
  account = await makeAccount(inject('dataFolder'), 0);
  headers = { authorization: `Bearer ${account.key}` };
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const created = z.object({ id: z.string(), secret: z.string() });
const create = async (events = ['key.created', 'key.revoked']) =>
  created.parse((await post('/api/webhooks', { url, events }, headers)).json);
const remove = (id: string, by = headers) => ask(`/api/webhooks/${id}`, { method: 'DELETE', headers: by });

const change = (id: string, changes: unknown, by = headers) =>
  ask(`/api/webhooks/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(changes),
    headers: { 'content-type': 'application/json', ...by },
  });

const deliveries = z.object({
  list: z.array(z.object({ event: z.string(), deliveredAt: z.string().nullable() })),
});
const deliveriesOf = async (id: string) =>
  deliveries.parse((await ask(`/api/webhooks/${id}`, { headers })).json).list;

describe('webhooks', () => {
  it('get the events of the account, signed', async () => {
    const { id, secret } = await create();
    const { json } = await post('/api/keys', { name: 'Shop' }, headers);
    const key = z.object({ id: z.string() }).parse(json);
    await expect.poll(() => received).toHaveLength(1);
    await ask(`/api/keys/${key.id}`, { method: 'DELETE', headers });
    await expect.poll(() => received).toHaveLength(2);
    const events = received
      .splice(0)
      .map(({ body, headers: signed }) => new Webhook(secret).verify(body, signed));
    expect(events).toMatchObject([
      { type: 'key.created', data: { id: key.id, name: 'Shop' } },
      { type: 'key.revoked', data: { id: key.id, name: 'Shop' } },
    ]);
    await expect
      .poll(() => deliveriesOf(id))
      .toMatchObject([
        { event: 'key.revoked', deliveredAt: expect.any(String) },
        { event: 'key.created', deliveredAt: expect.any(String) },
      ]);
    await remove(id);
  });

  it('get the rotation of a key, with the end of its new secret', async () => {
    const { id } = await create(['key.rotated']);
    const { json } = await post('/api/keys', { name: 'Turned' }, headers);
    const key = z.object({ id: z.string() }).parse(json);
    const rotated = await post(`/api/keys/${key.id}/rotate`, {}, headers);
    const { key: secret } = z.object({ key: z.string() }).parse(rotated.json);
    await expect.poll(() => received).toHaveLength(1);
    const [{ body } = { body: '' }] = received.splice(0);
    expect(JSON.parse(body)).toMatchObject({
      type: 'key.rotated',
      data: { id: key.id, name: 'Turned', hint: secret.slice(-4), earlierEndsAt: expect.any(String) },
    });
    await remove(id);
  });

  it('are listed without their secret, tested and deleted', async () => {
    const { id, secret } = await create(['key.revoked']);
    const listed = await ask('/api/webhooks', { headers });
    expect(listed.json).toMatchObject({ list: [{ id, url, events: ['key.revoked'], disabledAt: null }] });
    expect(listed.text).not.toContain(secret);
    expect(await ask(`/api/webhooks/${id}`, { method: 'POST', headers })).toMatchObject({ status: 202 });
    await expect.poll(() => received).toMatchObject([{ body: expect.stringContaining('"webhook.test"') }]);
    received.length = 0;
    expect(await remove(id)).toMatchObject({ status: 204 });
    expect(await remove(id)).toMatchObject({ status: 404 });
    expect((await ask('/api/webhooks', { headers })).json).toEqual({ list: [] });
  });

  it('are changed, with the secret that they had', async () => {
    const { id, secret } = await create(['key.created']);
    expect(await change(id, { url: `${url}/new`, events: ['key.revoked'] })).toMatchObject({ status: 204 });
    expect(await change(id, { enabled: false })).toMatchObject({ status: 204 });
    expect((await ask('/api/webhooks', { headers })).json).toMatchObject({
      list: [{ id, url: `${url}/new`, events: ['key.revoked'], disabledAt: expect.any(String) }],
    });
    expect(await ask(`/api/webhooks/${id}`, { method: 'POST', headers })).toMatchObject({ status: 404 });
    expect(await change(id, { enabled: true })).toMatchObject({ status: 204 });
    expect(await ask(`/api/webhooks/${id}`, { method: 'POST', headers })).toMatchObject({ status: 202 });
    await expect.poll(() => received).toHaveLength(1);
    const [{ body, headers: signed } = { body: '', headers: {} }] = received.splice(0);
    const again = `/api/webhooks/${id}/deliveries`;
    expect(await post(again, { since: 'yesterday' }, headers)).toMatchObject(faultAt('/since'));
    const since = new Date(0).toISOString();
    expect(await post(again, { since }, headers)).toMatchObject({ status: 202, json: { deliveries: 0 } });
    const one = `${again}/${signed['webhook-id']}`;
    expect(await ask(one, { method: 'POST', headers })).toMatchObject({ status: 202 });
    await expect.poll(() => received).toMatchObject([{ body }]);
    received.length = 0;
    expect(new Webhook(secret).verify(body, signed)).toMatchObject({ type: 'webhook.test' });
    for (const [changes, pointer] of [
      [{ url: 'http://10.0.0.1/' }, '/url'],
      [{ events: [] }, '/events'],
      [{ enabled: 'no' }, '/enabled'],
    ] as const)
      expect(await change(id, changes)).toMatchObject(faultAt(pointer));
    await remove(id);
  });

  it('of another account are not found', async () => {
    const { id } = await create();
    const other = await makeAccount(inject('dataFolder'), 0);
    const by = { authorization: `Bearer ${other.key}` };
    expect(await ask(`/api/webhooks/${id}`, { headers: by })).toMatchObject({ status: 404 });
    expect(await ask(`/api/webhooks/${id}`, { method: 'POST', headers: by })).toMatchObject({ status: 404 });
    expect(await change(id, { enabled: false }, by)).toMatchObject({ status: 404 });
    const again = `/api/webhooks/${id}/deliveries`;
    expect(await ask(`${again}/msg_x`, { method: 'POST', headers: by })).toMatchObject({ status: 404 });
    expect(await post(again, { since: new Date(0).toISOString() }, by)).toMatchObject({ status: 404 });
    expect(await remove(id, by)).toMatchObject({ status: 404 });
    expect((await ask('/api/webhooks', { headers: by })).json).toEqual({ list: [] });
    await remove(id);
  });

  it.each([
    ['an address in a private network', { url: 'http://10.0.0.1/', events: ['key.created'] }, '/url'],
    ['no address', { events: ['key.created'] }, '/url'],
    ['an event that there is not', { url: 'https://example.com/', events: ['x'] }, '/events/0'],
  ])('are refused with %s', async (_what, body, pointer) => {
    const reply = await post('/api/webhooks', body, headers);
    expect(reply).toMatchObject(faultAt(pointer));
  });

  it('are for accounts, and not changed by a key with a spending limit', async () => {
    expect(await ask('/api/webhooks')).toMatchObject(problem(401, 'account-required'));
    const { json } = await post('/api/keys', { name: 'Capped', caps: { day: 5 } }, headers);
    const { key } = z.object({ key: z.string() }).parse(json);
    const reply = await post(
      '/api/webhooks',
      { url, events: ['key.created'] },
      { authorization: `Bearer ${key}` },
    );
    expect(reply).toMatchObject(problem(403, 'forbidden'));
    const { id } = await create();
    expect(await change(id, { enabled: false }, { authorization: `Bearer ${key}` })).toMatchObject({
      ...problem(403, 'forbidden'),
    });
    await remove(id);
  });
});
