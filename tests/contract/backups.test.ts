import { statSync } from 'node:fs';
import { beforeAll, expect, inject, it } from 'vitest';
import { backupList } from '../../lib/operator/backups.ts';
import { run, statement, timeOf } from '../../server/store/sql/statement.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { runBeside } from '../setup/run-beside.ts';
import { ask, post } from './ask.ts';

let owner: TestPerson;
beforeAll(async () => {
  owner = await makePerson(inject('dataFolder'));
});

const address = '/api/operator/backups';
const list = async () => backupList.parse((await ask(address, { headers: owner.headers })).json);
const addBegun = statement(
  "INSERT INTO Backup (name, machine, startedAt, movedAt) VALUES ('farebox-begun.db', 'elsewhere', ?, ?)",
);
const endAll = statement('UPDATE Backup SET endedAt = ? WHERE endedAt IS NULL');

async function begun(movedAgoMs: number): Promise<void> {
  const now = Date.now();
  await runBeside(inject('dataFolder'), function* () {
    yield* run(endAll, timeOf(now));
    yield* run(addBegun, timeOf(now - movedAgoMs), timeOf(now - movedAgoMs));
  });
}

it('a backup that an owner starts is made beside the portal, and is listed with its file', async () => {
  const begin = await post(address, { reason: 'Before a change' }, owner.headers);
  expect(begin.status).toBe(201);
  await expect.poll(async () => (await list()).running, { timeout: 120_000 }).toBeNull();
  const { failure, list: made } = await list();
  const found = made.find(({ name }) => JSON.stringify(begin.json) === JSON.stringify({ name }));
  expect(failure).toBeNull();
  expect(found).toMatchObject({ kind: 'backup', bytes: statSync(found?.file ?? '').size });
});

it('one is made at a time, on whichever machine, and the list says which', async () => {
  await begun(0);
  expect((await list()).running).toMatchObject({ name: 'farebox-begun.db', machine: 'elsewhere' });
  const second = await post(address, {}, owner.headers);
  expect(second).toMatchObject(problem(503, 'unavailable'));
  expect(second.text).toContain('farebox-begun.db is being made');
});

it('one whose portal was stopped has failed, and the next one begins', async () => {
  await begun(60_000);
  expect(await list()).toMatchObject({
    running: null,
    failure: { problem: expect.stringContaining('was stopped') },
  });
  expect((await post(address, {}, owner.headers)).status).toBe(201);
  await expect.poll(async () => (await list()).running, { timeout: 120_000 }).toBeNull();
});

it('nobody but owners sees or makes one', async () => {
  const publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
  expect((await ask(address, { headers: publisher.headers })).status).toBe(403);
  expect((await post(address, {}, publisher.headers)).status).toBe(403);
});
