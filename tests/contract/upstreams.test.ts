import { beforeAll, expect, inject, it } from 'vitest';
import { allowedUpstreamList } from '../../lib/operator/upstreams.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { sendCall } from '../setup/send-call.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { ask, post } from './ask.ts';

const address = '/api/operator/upstreams';
const upstream = '10.254.254.254:47811';

let owner: TestPerson;
beforeAll(async () => {
  owner = await makePerson(inject('dataFolder'));
  const lines = [{ label: 'Each', flat: 1 }];
  await publishProducts(inject('dataFolder'), `http://${upstream}`, [
    { slug: 'private-upstream', method: 'get', lines, status: 'offline' },
  ]);
});

const list = async () => {
  const answer = allowedUpstreamList.parse((await ask(address, { headers: owner.headers })).json);
  return { ...answer, list: answer.list.filter((one) => one.address === upstream) };
};
const allow = (text: string) => post(address, { address: text, reason: 'Ours' }, owner.headers);
const remove = () => post(`${address}/removal`, { address: upstream }, owner.headers);
const online = () =>
  post('/api/operator/products/private-upstream/status', { status: 'online' }, owner.headers);

it('is allowed by an owner, named, and removed again; products there go online meanwhile', async () => {
  const refused = await online();
  expect(refused).toMatchObject(problem(422, 'validation'));
  expect(refused.text).toContain('An owner can allow it under Private addresses in the console.');
  expect((await allow(` ${upstream} `)).json).toEqual({ address: upstream, allowed: true });
  expect(await allow(upstream)).toMatchObject(problem(422, 'validation'));
  expect(await list()).toMatchObject({
    list: [
      { address: upstream, reason: 'Ours', isFenced: false, allowedBy: { id: owner.id, name: owner.name } },
    ],
    fence: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  });
  expect(await online()).toMatchObject({ status: 200 });

  expect((await remove()).json).toEqual({ address: upstream, allowed: false });
  expect(await remove()).toMatchObject(problem(404, 'not-found'));
  const call = await sendCall(inject('portalUrl'), 'private-upstream', {});
  expect(call).toMatchObject({ status: 502, text: expect.stringContaining('egress-blocked') });
  expect((await list()).list).toEqual([]);
  const log = await ask('/api/operator/audit?verb=allow-upstream', { headers: owner.headers });
  expect(log.text).toContain(upstream);
  await post('/api/operator/products/private-upstream/status', { status: 'offline' }, owner.headers);
});

it('is allowed by owners alone, and only where the environment lets them', async () => {
  for (const text of ['127.0.0.1:8080', '169.254.169.254:80', 'localhost:80', '10.0.0.0/8', '10.1.1.1']) {
    const refused = await allow(text);
    expect(refused, text).toMatchObject(problem(422, 'validation'));
  }
  const publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
  const body = { address: upstream, reason: 'Mine' };
  expect(await post(address, body, publisher.headers)).toMatchObject(problem(403, 'forbidden'));
  const earlier = await makePerson(inject('dataFolder'), { signedInAt: Date.now() - 601_000 });
  expect((await post(address, body, earlier.headers)).status).toBe(403);
  expect((await list()).list).toEqual([]);
});
