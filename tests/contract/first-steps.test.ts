import { beforeAll, expect, inject, it } from 'vitest';
import { firstSteps } from '../../lib/operator/first-steps.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { ask, post } from './ask.ts';

const folder = inject('dataFolder');
let owner: TestPerson;
beforeAll(async () => {
  owner = await makePerson(folder);
});

const stepsOf = async ({ headers }: TestPerson) => {
  const { list, open } = firstSteps.parse((await ask('/api/operator/first-steps', { headers })).json);
  return { open, done: Object.fromEntries(list.map(({ step, done }) => [step, done])) };
};

it('the first steps are those that the caller may do, tick themselves, and go for good when dismissed', async () => {
  const before = await stepsOf(owner);
  expect(Object.keys(before.done)).toEqual(['protect', 'publish', 'price', 'invite', 'mail', 'backup']);
  expect(before.done).toMatchObject({ protect: false, mail: false });
  await publishProducts(folder, 'http://127.0.0.1:1', [
    { slug: 'first-step', status: 'offline', lines: [{ label: 'Each', flat: 3 }] },
  ]);
  await expect.poll(async () => (await stepsOf(owner)).done).toMatchObject({ publish: true, price: true });
  const publisher = await makePerson(folder, { role: 'publisher' });
  expect(Object.keys((await stepsOf(publisher)).done)).toEqual(['protect', 'publish', 'price']);

  const dismissal = await post('/api/operator/overview/dismissals', { item: 'first-steps' }, owner.headers);
  expect(dismissal.status).toBe(200);
  expect((await stepsOf(owner)).open).toBe(0);
});
