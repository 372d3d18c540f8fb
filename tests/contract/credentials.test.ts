import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { credentialList, type ListedCredential } from '../../lib/operator/credentials.ts';
import { keyed, type KeyedUpstream, startKeyedUpstream } from '../setup/keyed-upstream.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { sendCall } from '../setup/send-call.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { ask, post, type Reply } from './ask.ts';

const [name, basic, environment] = ['CONTRACT_KEY', 'CONTRACT_LOGIN', 'IN_ENVIRONMENT'];
const [first, second, wrong] = [
  'the first contract key',
  'the second contract key',
  'a mistyped contract key',
];

let upstream: KeyedUpstream;
let owner: TestPerson;
beforeAll(async () => {
  upstream = await startKeyedUpstream();
  const folder = inject('dataFolder');
  owner = await makePerson(folder);
  const lines = [{ label: 'Each', flat: 1 }];
  const at = { server: upstream.url, status: 'offline' } as const;
  const login = { name: basic, scheme: { type: 'http', scheme: 'basic' } };
  await publishProducts(folder, upstream.url, [
    { slug: 'keyed', method: 'get', lines, secrets: [keyed(name)], ...at },
    { slug: 'keyed-login', secrets: [login], ...at },
    { slug: 'keyed-environment', method: 'get', lines, secrets: [keyed(environment)], ...at },
  ]);
});
afterAll(() => upstream.close());

const address = '/api/operator/credentials';
const change = (what: string, body: object, headers: Record<string, string> = {}) =>
  post(`${address}/${what}`, body, { ...owner.headers, ...headers });
const set = (value: string, of = name) => change(of, { value });
const online = (slug: string) =>
  post(`/api/operator/products/${slug}/status`, { status: 'online' }, owner.headers);
const call = (product = 'keyed') => sendCall(inject('portalUrl'), product, {});
const textOf = ({ text }: Reply) => text;

async function listed(of = name): Promise<ListedCredential | undefined> {
  const { json } = await ask(`${address}?name=${of}`, { headers: owner.headers });
  return credentialList.parse(json).list[0];
}

const needs = z.object({
  needsYou: z.object({ denied: z.array(z.looseObject({ product: z.object({ slug: z.string() }) })) }),
});

/** What the overview says of the product. */
async function denied({ headers }: TestPerson) {
  const { json } = await ask('/api/operator/overview', { headers });
  return needs.parse(json).needsYou.denied.filter(({ product }) => product.slug === 'keyed');
}

/** The keys with which the upstream was called meanwhile. */
async function keysOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = upstream.keys.length;
  await act();
  return upstream.keys.slice(before);
}

const published = z.object({ entry: z.string(), release: z.int() });
const entries = z.object({ list: z.array(z.object({ verb: z.string(), target: z.string().nullable() })) });

describe('an upstream credential', () => {
  it('is missing where a product needs it, which says so', async () => {
    expect(await listed()).toMatchObject({ state: 'missing', source: null, products: 1, online: 0 });
    const detail = await ask(`${address}/${name}`, { headers: owner.headers });
    const needing = [{ slug: 'keyed', name: 'keyed' }];
    expect(detail.json).toMatchObject({ name, state: 'missing', hosts: [upstream.url], needing });
    const unknown = await ask(`${address}/NOBODY_NEEDS_IT`, { headers: owner.headers });
    expect(unknown).toMatchObject(problem(404, 'not-found'));
    const refused = await online('keyed');
    expect(refused).toMatchObject(problem(422, 'validation'));
    expect(refused.json).toMatchObject({ credential: name });
    expect(refused.text).toContain(`${name} is missing: set it under Credentials in the console`);
  });

  it('is tried before it is stored', async () => {
    upstream.accepted.add(first).add(second);
    expect((await change(`${name}/test`, { value: wrong })).json).toMatchObject({
      ...{ outcome: 'refused', product: 'keyed', status: 401 },
      sentence: expect.stringMatching(/^GET \/do answered 401 in \d+ ms: the API refuses it\.$/),
    });
    expect((await change(`${name}/test`, { value: first })).json).toMatchObject({
      ...{ outcome: 'accepted', product: 'keyed', status: 200 },
      sentence: expect.stringMatching(/^GET \/do answered 200 in \d+ ms\.$/),
    });
    expect((await change(`${name}/test`, {})).json).toMatchObject({ outcome: 'untested', product: null });
    expect((await change('NOBODY_NEEDS_IT/test', { value: first })).json).toMatchObject({
      sentence: 'No product needs NOBODY_NEEDS_IT yet, so there is nothing to call.',
    });
    expect((await change(`${basic}/test`, { value: 'a:b' })).json).toMatchObject({ outcome: 'untested' });
    expect(await listed()).toMatchObject({ state: 'missing' });
  });

  it('is set, and calls use it at once', async () => {
    expect((await set(` ${first}\n`)).json).toEqual({ name, replaced: false, earlierUntil: null });
    expect(await online('keyed')).toMatchObject({ status: 200 });
    const keys = await keysOf(async () => expect(await call()).toMatchObject({ status: 200 }));
    expect(keys).toEqual([first]);
    const setBy = { kind: 'person', id: owner.id, name: owner.name };
    expect(await listed()).toMatchObject({ state: 'set', source: 'console', online: 1, setBy });
  });

  it('is replaced, and the one before is brought back', async () => {
    const replaced = await set(second);
    const { earlierUntil } = z.object({ earlierUntil: z.string() }).parse(replaced.json);
    expect(Date.parse(earlierUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await keysOf(() => call())).toEqual([second]);
    expect(await change(`${name}/restoration`, {})).toMatchObject({ status: 200 });
    expect(await keysOf(() => call())).toEqual([first]);
    expect(await change(`${name}/restoration`, {})).toMatchObject({ status: 200 });
    expect(await keysOf(() => call())).toEqual([second]);
    expect(await change(`${basic}/restoration`, {})).toMatchObject(problem(404, 'not-found'));
  });

  it('is stored once for an idempotency key, whose fingerprint nobody could guess values with', async () => {
    const headers = { 'idempotency-key': 'set-once' };
    const once = () => change(name, { value: first }, headers);
    const [one, other] = [await once(), await once()];
    expect(textOf(other)).toBe(textOf(one));
    expect(other.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(await change(name, { value: second }, headers)).toMatchObject(
      problem(422, 'idempotency-key-reused'),
    );
    // Stored once, so the one before is still that of before.
    await change(`${name}/restoration`, {});
    expect(await keysOf(() => call())).toEqual([second]);
  });

  it('has a form that its products can send', async () => {
    expect((await set('two\nlines')).json).toMatchObject({ errors: [{ pointer: '/value' }] });
    expect((await set('')).json).toMatchObject({ errors: [{ pointer: '/value' }] });
    expect((await set('x'.repeat(16_385))).json).toMatchObject({ errors: [{ pointer: '/value' }] });
    expect((await set('a key with €')).text).toContain('a character that headers cannot contain');
    expect((await set('without a colon', basic)).text).toContain('user:password');
    expect(await set('user:password', basic)).toMatchObject({ status: 200 });
  });

  it.each(['lower', 'A-B', '1A', 'A'.repeat(101)])('is not named %s', async (wrongName) => {
    const refused = await set(first, wrongName);
    expect(refused).toMatchObject(problem(422, 'validation'));
    expect(refused.json).toMatchObject({ errors: [{ pointer: '/name' }] });
  });

  it('of the environment wins, and cannot be set', async () => {
    upstream.accepted.add('a value of the environment');
    expect(await listed(environment)).toMatchObject({ state: 'set', source: 'environment' });
    expect(await online('keyed-environment')).toMatchObject({ status: 200 });
    expect(await keysOf(() => call('keyed-environment'))).toEqual(['a value of the environment']);
    const refused = await set(first, environment);
    expect(refused.json).toMatchObject({ errors: [{ pointer: '/name' }] });
    expect(refused.text).toContain('FAREBOX_SECRET_IN_ENVIRONMENT is set in the environment');
    expect((await change(`${environment}/test`, {})).json).toMatchObject({ outcome: 'accepted' });
  });

  it('is listed when an API has refused it', async () => {
    await set(wrong);
    expect(await call()).toMatchObject({ status: 502 });
    await expect.poll(async () => (await listed())?.lastRefusedAt ?? null).not.toBeNull();
    await expect.poll(() => denied(owner)).toMatchObject([{ missing: false, credentials: [name] }]);
    const viewer = await makePerson(inject('dataFolder'), { role: 'viewer' });
    expect(await denied(viewer)).toMatchObject([{ missing: false, credentials: null }]);
    await change(`${name}/restoration`, {});
  });

  it('is sent to another host only if an owner publishes that', async () => {
    const other = await startKeyedUpstream();
    await post('/api/operator/products/keyed/owner', { keptIn: 'console' }, owner.headers);
    const publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
    const read = async () =>
      published.parse((await ask('/api/operator/products/keyed', { headers: owner.headers })).json);
    const publish = async (change: (entry: string) => string, { headers }: TestPerson) => {
      const { entry, release } = await read();
      const body = { entry: change(entry), after: release };
      return post('/api/operator/products/keyed/releases', body, headers);
    };
    const elsewhere = (entry: string) => entry.replace(upstream.url, other.url);
    const refused = await publish(elsewhere, publisher);
    expect(refused).toMatchObject(problem(403, 'forbidden'));
    expect(refused.text).toContain(
      `would send the credential ${name} to ${other.url}, where no product sends it`,
    );
    const renamed = (entry: string) => entry.replace(/^name: .*$/m, 'name: Keyed anew');
    expect(await publish(renamed, publisher)).toMatchObject({ status: 201 });
    expect(await publish(elsewhere, owner)).toMatchObject({ status: 201 });
    // Where a product sends it already, others may send it, too.
    expect(await publish((entry) => entry.replace('Keyed anew', 'Keyed'), publisher)).toMatchObject({
      status: 201,
    });
    const back = (entry: string) => entry.replace(other.url, upstream.url);
    expect(await publish(back, publisher)).toMatchObject(problem(403, 'forbidden'));
    expect(await publish(back, owner)).toMatchObject({ status: 201 });
    await other.close();
  });

  it('is revoked: calls that need it are refused for nothing', async () => {
    expect(await change(`${name}/revocation`, {})).toMatchObject(problem(422, 'validation'));
    const revoked = await change(`${name}/revocation`, { reason: 'It leaked' });
    expect(revoked.json).toEqual({ name, online: 1 });
    const keys = await keysOf(async () => {
      const reply = await call();
      expect(reply).toMatchObject({ status: 502 });
      expect(reply.text).toContain('upstream-auth');
    });
    expect(keys).toEqual([]);
    expect(await listed()).toMatchObject({ state: 'missing', online: 1, earlierUntil: null });
    await expect.poll(() => denied(owner)).toMatchObject([{ missing: true, credentials: [name] }]);
    expect(await change(`${name}/revocation`, { reason: 'x' })).toMatchObject(problem(404, 'not-found'));
  });

  it('is in the audit log by its name alone, and in the list as CSV', async () => {
    const { json, text } = await ask(`/api/operator/audit?target=${name}&pageSize=100`, {
      headers: owner.headers,
    });
    const verbs = entries.parse(json).list.map(({ verb }) => verb);
    expect(new Set(verbs)).toEqual(
      new Set(['set-credential', 'test-credential', 'restore-credential', 'revoke-credential']),
    );
    const csv = await ask(`${address}?format=csv`, { headers: owner.headers });
    expect(csv.text).toContain(`${name},missing,`);
    for (const value of [first, second, wrong]) {
      expect(text).not.toContain(value);
      expect(csv.text).not.toContain(value);
    }
  });
});
