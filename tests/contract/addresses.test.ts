import { expect, inject, it } from 'vitest';
import { makePerson, testPassword } from '../setup/make-person.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const folder = inject('dataFolder');
const reason = 'Asked by telephone';
const addressOf = (name: string) => `${name}.${process.pid}@example.com`;
const rename = (name: string, headers: Record<string, string>) =>
  ask('/api/person', {
    method: 'PATCH',
    body: JSON.stringify({ name }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const signIn = (email: string) => post('/api/session', { email, password: testPassword });

it('lets a person change their own name, which their sessions have at once', async () => {
  const ada = await makePerson(folder, { role: null, name: 'Ada' });
  expect(await rename(' ', ada.headers)).toMatchObject(faultAt('/name'));
  expect(await rename('Ada Lovelace', ada.headers)).toMatchObject({ status: 204 });
  expect((await ask('/api/session', { headers: ada.headers })).json).toMatchObject({
    person: { id: ada.id, name: 'Ada Lovelace' },
  });
  expect(await rename('Nobody', {})).toMatchObject({ status: 401 });
});

it('refers to an operator where the portal sends no mail, and knows no link that was not made', async () => {
  const ada = await makePerson(folder, { role: null });
  expect(await post('/api/person/address', { email: addressOf('own') }, ada.headers)).toMatchObject({
    ...problem(403, 'forbidden'),
    json: { detail: expect.stringContaining('Ask an operator') },
  });
  expect(await post('/api/address', { token: 'none' })).toMatchObject(problem(410, 'link-expired'));
});

it('lets an owner change name and address of a person, who signs in by the new address alone', async () => {
  const owner = await makePerson(folder);
  const ada = await makePerson(folder, { role: null, name: 'Ada' });
  const path = `/api/operator/people/${ada.id}`;
  const email = addressOf('Countess');
  expect(await post(`${path}/address`, { email }, owner.headers)).toMatchObject(faultAt('/reason'));
  const moved = await post(`${path}/address`, { email, reason }, owner.headers);
  expect(moved).toMatchObject({ status: 200, json: { id: ada.id, changed: true } });
  expect(await post(`${path}/name`, { name: 'Countess', reason }, owner.headers)).toMatchObject({
    json: { changed: true },
  });
  expect((await ask('/api/session', { headers: ada.headers })).json).toMatchObject({
    person: { email, name: 'Countess' },
  });
  expect(await signIn(email.toUpperCase())).toMatchObject({ status: 200 });
  expect(await signIn(ada.email)).toMatchObject(problem(401, 'wrong-password'));
  const audit = await ask(`/api/operator/audit?target=${ada.id}`, { headers: owner.headers });
  const entry = (verb: string) => ({ verb, actor: { id: owner.id }, reason, before: null, after: null });
  expect(audit.json).toMatchObject({ list: [entry('rename-person'), entry('change-address')] });
  expect(audit.text).not.toContain(email);
});

it('gives an address to one of two people, and to nobody who has none of the rights', async () => {
  const [owner, ...two] = [await makePerson(folder), await makePerson(folder), await makePerson(folder)];
  const email = addressOf('wanted');
  const move = ({ id }: { id: string }, headers: Record<string, string>) =>
    post(`/api/operator/people/${id}/address`, { email, reason }, headers);
  const replies = await Promise.all(two.map((person) => move(person, owner.headers)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(replies.find(({ status }) => status === 422)).toMatchObject(faultAt('/email'));
  for (const role of ['publisher', 'finance', 'viewer'] as const)
    expect(await move(owner, (await makePerson(folder, { role })).headers)).toMatchObject(
      problem(403, 'forbidden'),
    );
  const late = await makePerson(folder, { signedInAt: Date.now() - 3_600_000 });
  expect(await move(owner, late.headers)).toMatchObject(problem(403, 'confirmation-required'));
});
