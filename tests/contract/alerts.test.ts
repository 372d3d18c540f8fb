import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { alertList, reachedAlert } from '../../lib/account/alerts.ts';
import type { MemberRole } from '../../lib/account/roles.ts';
import { printed } from '../setup/run-farebox.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { makePerson } from '../setup/make-person.ts';
import { ask, post } from './ask.ts';
import { type Headers, headersOf, makeTeam, type Team } from './team.ts';

let team: Team;
let owner: Headers;
beforeAll(async () => {
  team = await makeTeam();
  owner = headersOf(team, 'owner');
});

const created = z.object({ id: z.string() });
const personOf = (role: MemberRole) => team.people.get(role)?.id ?? '';
const list = async (headers = owner) => alertList.parse((await ask('/api/alerts', { headers })).json).list;
const create = async (body: object, headers = owner) =>
  created.parse((await post('/api/alerts', body, headers)).json).id;
const change = (id: string, body: object, headers = owner) =>
  ask(`/api/alerts/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const remove = (id: string, headers = owner) => ask(`/api/alerts/${id}`, { method: 'DELETE', headers });
const call = (size: number, headers: Headers) =>
  post('/api/product/developer/call/scripted', { size }, headers);

describe('alerts', () => {
  it('tell the person who makes them, and webhooks, unless something else is wished', async () => {
    const id = await create({ watches: 'month', credits: 5_000 });
    const listed = (await list()).find((alert) => alert.id === id);
    expect(listed).toEqual({
      ...{ id, watches: 'month', credits: 5_000, of: null, webhooks: true },
      people: [{ id: personOf('owner'), name: 'The owner' }],
      ...{ createdAt: expect.any(String), reachedAt: null, isReached: false },
    });
    const people = [personOf('viewer'), personOf('billing')];
    expect((await change(id, { credits: 7_000, people, webhooks: false })).status).toBe(204);
    expect((await list()).find((alert) => alert.id === id)).toMatchObject({
      ...{ credits: 7_000, webhooks: false },
      people: [{ name: 'The billing' }, { name: 'The viewer' }],
    });
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect((await change(id, {})).status).toBe(404);
  });

  it.each<[object, string]>([
    [{ watches: 'year', credits: 1 }, '/watches'],
    [{ watches: 'day', credits: 0 }, '/credits'],
    [{ watches: 'day', credits: 1.5 }, '/credits'],
    [{ watches: 'day', credits: 1, more: 1 }, ''],
    [{ watches: 'balance', credits: 1, personId: 'per_x' }, '/personId'],
    [{ watches: 'balance', credits: 1, keyId: 'key_x' }, '/keyId'],
    [{ watches: 'day', credits: 1, keyId: 'key_x', personId: 'per_x' }, '/personId'],
    [{ watches: 'day', credits: 1, people: Array.from({ length: 21 }, String) }, '/people'],
  ])('are not made of %j', async (body, pointer) => {
    const reply = await post('/api/alerts', body, owner);
    expect([reply.status, reply.text]).toEqual([422, expect.stringContaining(`"pointer":"${pointer}"`)]);
  });

  it('know the keys and members of their own account only', async () => {
    const other = await makeTeam();
    const stranger = other.people.get('member')?.id;
    for (const body of [{ keyId: other.ids.key_id }, { personId: stranger }, { people: [stranger] }])
      expect((await post('/api/alerts', { watches: 'day', credits: 1, ...body }, owner)).status).toBe(404);
  });

  it('of a key are shown to those alone who see the key', async () => {
    const id = await create({ watches: 'day', credits: 900_000, keyId: team.ids.key_id });
    const seen = async (role: MemberRole) =>
      (await list(headersOf(team, role))).some((alert) => alert.id === id);
    expect(await Promise.all((['owner', 'viewer', 'member', 'billing'] as const).map(seen))).toEqual([
      ...[true, true, false, false],
    ]);
    const billing = headersOf(team, 'billing');
    expect(await remove(id, billing)).toMatchObject({
      status: 404,
      json: { detail: `Your account has no alert "${id}" that you may see.` },
    });
    expect((await change(id, { credits: 1 }, billing)).status).toBe(404);
    const ofKey = { watches: 'day', credits: 1, keyId: team.ids.key_id };
    expect(await post('/api/alerts', ofKey, billing)).toMatchObject({
      status: 403,
      json: {
        detail:
          'Your role in this account is billing: it does not allow you to see the API keys of others. Ask an owner or admin of the account.',
      },
    });
    await remove(id);
  });

  it('are not changed by keys with a limit, nor by those who only read', async () => {
    const { key } = z
      .object({ key: z.string() })
      .parse((await post('/api/keys', { name: 'Capped', caps: { day: 5 } }, owner)).json);
    const { key: reading } = z
      .object({ key: z.string() })
      .parse((await post('/api/keys', { name: 'Reads', access: 'read' }, owner)).json);
    for (const one of [key, reading]) {
      const headers = { authorization: `Bearer ${one}` };
      expect((await post('/api/alerts', { watches: 'day', credits: 1 }, headers)).status).toBe(403);
      expect((await ask('/api/alerts', { headers })).status).toBe(200);
    }
  });

  it('of a key that belongs to nobody tell nobody by mail', async () => {
    const key = await printed(inject('dataFolder'), 'key', 'create', team.account);
    const headers = { authorization: `Bearer ${key}` };
    const id = await create({ watches: 'day', credits: 800_000 }, headers);
    expect((await list(headers)).find((alert) => alert.id === id)).toMatchObject({ people: [] });
  });

  it('have one audit entry for each change', async () => {
    const id = await create({ watches: 'day', credits: 123 }, headersOf(team, 'billing'));
    await change(id, { credits: 456 }, headersOf(team, 'admin'));
    await remove(id);
    const operator = await makePerson(inject('dataFolder'));
    const { json } = await ask(`/api/operator/audit?target=${id}`, { headers: operator.headers });
    const entries = z.object({ list: z.array(z.record(z.string(), z.unknown())) }).parse(json).list;
    expect(entries.map(({ verb, actor }) => [verb, actor])).toEqual([
      ['delete-alert', { kind: 'person', id: personOf('owner') }],
      ['change-alert', { kind: 'person', id: personOf('admin') }],
      ['create-alert', { kind: 'person', id: personOf('billing') }],
    ]);
    expect(entries[1]).toMatchObject({ before: { credits: 123 }, after: { credits: 456 } });
  });
});

describe('an alert that is reached', () => {
  const received: { body: string; headers: Record<string, string> }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const named = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ body, headers: z.record(z.string(), z.string()).parse(Object.fromEntries(named)) });
      response.end();
    });
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  it('is told to the account’s webhook, signed, and listed as reached', async () => {
    const other = await makeTeam();
    const headers = headersOf(other, 'owner');
    const url = `http://127.0.0.1:${await listenOnLoopback(receiver)}/`;
    const taking = async () => alertList.parse((await ask('/api/alerts', { headers })).json).takingWebhooks;
    await post('/api/webhooks', { url, events: ['key.created'] }, headers);
    expect(await taking()).toBe(0);
    const hook = await post('/api/webhooks', { url, events: ['alert.reached'] }, headers);
    expect(await taking()).toBe(1);
    const { secret } = z.object({ secret: z.string() }).parse(hook.json);
    const member = other.people.get('member');
    const id = await create({ watches: 'day', credits: 10, personId: member?.id }, headers);
    await call(9, headersOf(other, 'member'));
    await call(20, headers);
    await call(1, headersOf(other, 'member'));
    await expect.poll(() => received).toHaveLength(1);
    const [event] = received.map(({ body, headers: signed }) => new Webhook(secret).verify(body, signed));
    const { type, data } = z.object({ type: z.string(), data: reachedAlert }).parse(event);
    expect({ type, data }).toMatchObject({
      type: 'alert.reached',
      data: {
        id,
        account: { id: other.account },
        watches: 'day',
        credits: 10,
        amount: 10,
        of: { kind: 'member', id: member?.id },
      },
    });
    expect(received[0]?.body).not.toContain('The member');
    expect((await list(headers)).find((alert) => alert.id === id)).toMatchObject({
      ...{ isReached: true, reachedAt: expect.any(String) },
    });
  });
});
