import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { personalData } from '../../lib/account/personal-data.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const folder = inject('dataFolder');
const tokenOf = (link: string) => link.trim().split('#')[1] ?? '';
const asked = problem(403, 'confirmation-required');

async function joinAccount(account: string, { headers }: TestPerson): Promise<void> {
  const token = await inviteBeside(folder, account);
  expect(await post('/api/join', { token }, headers)).toMatchObject({ status: 204 });
}

const created = z.object({ id: z.string(), key: z.string() });
const createKey = async ({ headers }: TestPerson) =>
  created.parse((await post('/api/keys', { name: 'Mine' }, headers)).json);

describe('the export of a person', () => {
  it('has their calls, keys and changes, and none of their secrets', async () => {
    const { id: account } = await makeAccount(folder, 100);
    const ada = await makePerson(folder, { role: null, name: 'Ada' });
    await joinAccount(account, ada);
    const key = await createKey(ada);
    const { callId } = await sendCall(inject('portalUrl'), 'scripted', { size: 3 }, { key: key.key });
    const reply = await ask('/api/person/export', { headers: ada.headers });
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-disposition': `attachment; filename="farebox-${ada.id}.json"` },
    });
    const data = personalData.parse(reply.json);
    expect(data).toMatchObject({
      person: { id: ada.id, name: 'Ada', email: ada.email },
      sessions: [{ device: 'Firefox on Linux' }],
      memberships: [{ account: { id: account }, role: 'owner' }],
      apiKeys: [{ id: key.id, name: 'Mine' }],
      calls: [{ id: callId, account }],
    });
    expect(data.auditEntries.map(({ verb }) => verb)).toEqual(
      expect.arrayContaining(['export-person', 'create-key', 'use-invitation']),
    );
    for (const secret of [key.key, ada.headers.cookie.split('=')[1] ?? '', 'scrypt'])
      expect(reply.text).not.toContain(secret);
  });

  it('is also for owners of the portal, with an entry of the audit log', async () => {
    const owner = await makePerson(folder);
    const ada = await makePerson(folder, { role: null });
    const path = `/api/operator/people/${ada.id}/export`;
    expect((await ask(path, { headers: owner.headers })).json).toMatchObject({ person: { id: ada.id } });
    const audit = await ask(`/api/operator/audit?target=${ada.id}`, { headers: owner.headers });
    expect(audit.json).toMatchObject({ list: [{ verb: 'export-person', actor: { id: owner.id } }] });
    expect(await ask('/api/operator/people/per_none/export', { headers: owner.headers })).toMatchObject({
      status: 404,
    });
  });

  it('is for the person alone, who is asked again', async () => {
    expect(await ask('/api/person/export')).toMatchObject({ status: 401 });
    const { headers } = await makePerson(folder, { role: null, signedInAt: Date.now() - 601_000 });
    expect(await ask('/api/person/export', { headers })).toMatchObject(asked);
    expect(await post('/api/person/erasure', { email: 'x@example.com' }, headers)).toMatchObject(asked);
  });
});

describe('the erasure of a person', () => {
  it('by themselves ends their session and keys, and closes an account of their own', async () => {
    const { id: account } = await makeAccount(folder, 100);
    const ada = await makePerson(folder, { role: null, name: 'Ada' });
    await joinAccount(account, ada);
    const { key } = await createKey(ada);
    const erase = (email: string) => post('/api/person/erasure', { email }, ada.headers);
    expect(await erase('somebody@example.com')).toMatchObject(faultAt('/email'));
    const reply = await erase(ada.email.toUpperCase());
    expect(reply).toMatchObject({
      status: 200,
      json: { id: ada.id, closedAccounts: [account], leftAccounts: [], revokedKeys: 2 },
    });
    expect(reply.headers['set-cookie']).toContain('Max-Age=0');
    expect(await ask('/api/credits', { headers: ada.headers })).toMatchObject(problem(401, 'session-ended'));
    expect(await ask('/api/credits', { headers: { authorization: `Bearer ${key}` } })).toMatchObject(
      problem(401, 'invalid-key'),
    );
  });

  it('by an owner has a reason, is made once, and leaves a pseudonym', async () => {
    const owner = await makePerson(folder);
    const ada = await makePerson(folder, { role: null, name: 'Ada' });
    const path = `/api/operator/people/${ada.id}`;
    const erase = (body: object) =>
      post(`${path}/erasure`, body, { ...owner.headers, 'idempotency-key': `erase-${ada.id}` });
    expect(await erase({})).toMatchObject(faultAt('/reason'));
    const first = await erase({ reason: 'Asked by letter' });
    expect(first).toMatchObject({ status: 200, json: { id: ada.id, closedAccounts: [] } });
    expect((await erase({ reason: 'Asked by letter' })).json).toEqual(first.json);
    expect((await ask(path, { headers: owner.headers })).json).toMatchObject({
      ...{ name: `Erased person ${ada.id.slice(-6)}`, email: '', erasedAt: expect.any(String), devices: [] },
    });
    const audit = await ask(`/api/operator/audit?target=${ada.id}`, { headers: owner.headers });
    expect(audit.json).toMatchObject({ list: [{ verb: 'erase-person', reason: 'Asked by letter' }] });
    expect(await post(`${path}/password-link`, {}, owner.headers)).toMatchObject({ status: 404 });
    const again = await post(`${path}/erasure`, { reason: 'Again' }, owner.headers);
    expect(again).toMatchObject(problem(404, 'not-found'));
  });

  it('is refused to the last owner of an account that has other members, by its name', async () => {
    const { id: account } = await makeAccount(folder, 0);
    const [ada, bob] = [await makePerson(folder, { role: null }), await makePerson(folder, { role: null })];
    await joinAccount(account, ada);
    const invited = await post('/api/members/invitations', { role: 'member' }, ada.headers);
    const { link } = z.object({ link: z.string() }).parse(invited.json);
    expect(await post('/api/join', { token: tokenOf(link) }, bob.headers)).toMatchObject({ status: 204 });
    const reply = await post('/api/person/erasure', { email: ada.email }, ada.headers);
    expect(reply).toMatchObject(problem(409, 'last-owner'));
    expect(reply.text).toContain('the only owner of the account');
    expect(await ask('/api/session', { headers: ada.headers })).toMatchObject({ status: 200 });
  });

  it('deletes the files of mails', async () => {
    const owner = await makePerson(folder);
    const ada = await makePerson(folder, { role: null });
    await post(`/api/operator/people/${ada.id}/password-link`, {}, owner.headers);
    const mails = z.object({ list: z.array(z.object({ id: z.string(), to: z.string() })) });
    const { list } = mails.parse((await ask('/api/operator/mails', { headers: owner.headers })).json);
    const id = list.find(({ to }) => to === ada.email)?.id ?? 'none';
    const files = async () => (await readdir(join(folder, 'outbox'))).filter((file) => file.includes(id));
    await expect.poll(files).toEqual([expect.stringMatching(/\.eml$/)]);
    const reply = await post('/api/person/erasure', { email: ada.email }, ada.headers);
    expect(reply).toMatchObject({ status: 200 });
    expect(await files()).toEqual([]);
    expect(await ask(`/api/operator/mails/${id}`, { headers: owner.headers })).toMatchObject({ status: 404 });
  });
});
