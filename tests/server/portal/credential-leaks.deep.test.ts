import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeOf } from '../../setup/data-place.ts';
import { testEgress } from '../../setup/farebox.ts';
import { keyed, type KeyedUpstream, startKeyedUpstream } from '../../setup/keyed-upstream.ts';
import { makePerson } from '../../setup/make-person.ts';
import { withPool } from '../../setup/rows.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { emptyData, type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { sendCall } from '../../setup/send-call.ts';
import { publishProducts } from '../../setup/test-catalogue.ts';

// @both-engines

const name = 'LEAK_KEY';
/** Each is known by a word that nothing else has. */
const values = ['first', 'second', 'third', 'tried', 'refused', 'malformed', 'environment'].map(
  (word, index) => `sk_${word}_${createHash('sha256').update(`leak ${index}`).digest('hex').slice(0, 24)}`,
);
const [first = '', second = '', third = '', tried = '', refused = '', malformed = '', environment = ''] =
  values;

let upstream: KeyedUpstream;
let portal: RunningPortal;
beforeAll(async () => {
  upstream = await startKeyedUpstream();
  upstream.accepted.add(first).add(second).add(environment);
  portal = await startPortal(
    [],
    emptyData,
    { FAREBOX_EGRESS_ALLOW: testEgress, FAREBOX_SECRET_OF_ENVIRONMENT: environment },
    undefined,
    { pages: false, toolbox: false },
  );
});
afterAll(async () => {
  await portal.stop();
  await upstream.close();
});

/** What a text must not have: the value, and what it can be told or guessed by. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const hash = createHash('sha256').update(value).digest();
  return [
    value,
    // Two of three places within a longer text.
    bytes.toString('base64').slice(0, -4),
    Buffer.concat([Buffer.from('x'), bytes])
      .toString('base64')
      .slice(2, -4),
    bytes.toString('hex'),
    hash.toString('hex'),
    hash.toString('base64url'),
    // As requests with an Idempotency-Key are known by: a hash against which values could be tried.
    createHash('sha256')
      .update(`/api/operator/credentials/${name} ${JSON.stringify({ value })}`)
      .digest('base64url'),
  ];
}

/** What the portal keeps: its files, and the rows of a database elsewhere. */
async function keptTexts(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) texts.set(file, await readFile(file, 'latin1'));
  }
  const { databaseUrl } = placeOf(folder);
  if (databaseUrl === undefined) return texts;
  await withPool(databaseUrl, async (pool) => {
    const tables = await pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name: table } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`);
      texts.set(table, rows.map(({ row }) => row).join('\n'));
    }
  });
  return texts;
}

it('no credential that was set is in a file, a row, a log line, an answer, an export or a backup', async () => {
  const { dataFolder, url } = portal;
  const { headers } = await makePerson(dataFolder);
  const texts = new Map<string, string>();
  async function request(path: string, body?: string, more: Record<string, string> = {}): Promise<void> {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...more },
      ...(body !== undefined && { body }),
    });
    texts.set(`${path} ${texts.size}`, `${await response.text()} ${JSON.stringify([...response.headers])}`);
  }
  const change = (what: string, body: object, more?: Record<string, string>) =>
    request(`/api/operator/credentials/${what}`, JSON.stringify(body), more);

  await change(name, { value: first }, { 'idempotency-key': 'leak-1' });
  await publishProducts(dataFolder, upstream.url, [
    { slug: 'leaky', method: 'get', lines: [{ label: 'Each', flat: 1 }], secrets: [keyed(name)] },
    {
      ...{ slug: 'leaky-too', method: 'get', lines: [{ label: 'Each', flat: 1 }] },
      secrets: [keyed('OF_ENVIRONMENT')],
    },
  ]);
  // The upstream quotes what it was sent.
  const call = async (product: string) => {
    const reply = await sendCall(url, product, {});
    texts.set(`call of ${product} ${texts.size}`, reply.text + JSON.stringify(reply.headers));
  };
  await call('leaky');
  await call('leaky-too');
  await change(name, { value: second }, { 'idempotency-key': 'leak-2' });
  await call('leaky');
  await change(`${name}/test`, { value: tried }, { 'idempotency-key': 'leak-3' });
  await change(`${name}/test`, { value: second });
  await change(name, { value: third });
  await call('leaky');
  await change(`${name}/restoration`, {});
  // Requests that fail, which are where values get into logs.
  await change('not a name', { value: refused });
  await change('OF_ENVIRONMENT', { value: refused });
  await change(name, { value: refused, valeu: refused });
  await change(name, { value: [refused] });
  await request(`/api/operator/credentials/${name}`, `{"value": "${malformed}`);
  expect(upstream.keys).toEqual(expect.arrayContaining([first, second, third, tried, environment]));

  for (const list of ['credentials', 'audit', 'settings', 'overview', 'calls', 'products', 'mails'])
    await request(`/api/operator/${list}`);
  for (const list of ['credentials', 'audit', 'calls']) await request(`/api/operator/${list}?format=csv`);
  await request('/api/operator/audit/export');
  await request('/api/person/export');
  await request('/metrics');
  // That of a database elsewhere is compressed, and has the same rows.
  const backup = join(dataFolder, 'backup-of-the-test');
  if (placeOf(dataFolder).databaseUrl === undefined)
    expect(await runFarebox(dataFolder, ['backup', backup])).toMatchObject({ code: 0 });
  for (const [place, text] of await keptTexts(dataFolder)) texts.set(place, text);
  texts.set('log', portal.output());

  // Every line of it was looked at, and the credential is there, encrypted.
  expect(texts.get('log')).toContain('upstream-failed');
  expect([...texts].some(([, text]) => text.includes(name) && text.includes('v1.'))).toBe(true);
  const found = [...texts].flatMap(([place, text]) =>
    values
      .filter((value) => formsOf(value).some((form) => text.includes(form)))
      .map((value) => `${place}: ${value}`),
  );
  expect(found).toEqual([]);

  await change(`${name}/revocation`, { reason: 'The test is over' });
});
