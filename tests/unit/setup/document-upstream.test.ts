import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocumentUpstream, startDocumentUpstream } from '../../setup/document-upstream.ts';
import { tenDocuments } from '../../setup/documents/ten-documents.ts';

/* The upstream of the browser tests is trusted to tell right requests from wrong ones. */

const upstreams = new Map<string, DocumentUpstream>();

beforeAll(async () => {
  for (const [name, makeDocument] of Object.entries(tenDocuments))
    upstreams.set(name, await startDocumentUpstream(makeDocument));
});

afterAll(async () => {
  for (const upstream of upstreams.values()) await upstream.close();
});

const person = { kind: 'Person', owner: null, firstName: 'Ann', score: 1 };
const message = { role: 'user', content: 'Hello' };
const things = { model: 'small', messages: [message], three_ds: true };
const id = '123e4567-e89b-12d3-a456-426614174000';

const json = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body) });
const form = (body: string) => ({ type: 'application/x-www-form-urlencoded', body });

test.each<[string, string, { type: string; body: string } | undefined, number]>([
  ['payments', 'POST /v1/payouts', form('amount=1&currency=eur&metadata[a]=b'), 200],
  ['payments', 'POST /v1/payouts', form('amount=one&currency=eur'), 400],
  ['payments', 'POST /v1/payouts', form('amount=1&currency=euro'), 400],
  ['payments', 'POST /v1/refunds', undefined, 200],
  ['payments', 'GET /v1/customers?created[gt]=1&limit=3', undefined, 200],
  ['payments', 'GET /v1/customers?limit=some', undefined, 400],
  ['payments', 'GET /v1/customers?limits=3', undefined, 400],
  ['chat', 'POST /chat/completions', json({ model: 'm', messages: [message] }), 200],
  ['chat', 'POST /chat/completions', json({ model: 'm', messages: [{ ...message, role: 'me' }] }), 400],
  ['chat', 'POST /chat/completions', undefined, 400],
  ['maps', 'GET /places/bounded?bbox=1,2,3,4', undefined, 200],
  ['maps', 'GET /places/bounded?bbox=1,2,3', undefined, 400],
  ['maps', 'GET /optimize', undefined, 400],
  ['crm', 'POST /people', json(person), 200],
  ['crm', 'POST /people', json({ ...person, id: '1' }), 400],
  ['crm', 'POST /people', json({ ...person, score: 2 }), 400],
  ['devices', `POST /devices/${id}/commands`, json({ command: 'dim', level: 3 }), 200],
  ['devices', `POST /devices/${id}/commands`, json({ command: 'dim', level: 101 }), 400],
  ['devices', 'GET /devices/1', undefined, 400],
  ['300 operations', 'POST /customers', json(things), 200],
  ['300 operations', 'POST /customers', json({ ...things, three_ds: 'yes' }), 400],
])('%s: %s with %o is answered with %i', async (name, line, request, status) => {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(`${upstreams.get(name)?.url}${path}`, {
    method,
    ...(request && { headers: { 'content-type': request.type }, body: request.body }),
  });
  expect({ status: answer.status, said: await answer.text() }).toMatchObject({ status });
});

test.each([
  [{ tags: ['a'], metadata: '{"name": "n"}' }, 200],
  [{ tags: ['a'], metadata: '{}' }, 400],
])('the parts %o of a form are answered with %i', async ({ tags, metadata }, status) => {
  const body = new FormData();
  for (const tag of tags) body.append('tags', tag);
  body.append('metadata', metadata);
  body.append('file', new Blob(['bytes']), 'a.bin');
  const answer = await fetch(`${upstreams.get('files')?.url}/files/annotated`, { method: 'POST', body });
  expect({ status: answer.status, said: await answer.text() }).toMatchObject({ status });
});
