import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import {
  mayRole,
  type MemberRole,
  memberRole,
  type MemberVerb,
  memberVerb,
} from '../../lib/account/member-role.ts';
import { fareboxSays } from '../setup/farebox.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { ask, post, type Reply } from './ask.ts';

/** An account with somebody in each role, and an API key of its owner. */
interface Team {
  account: string;
  people: Map<MemberRole, TestPerson>;
  makeKey(): Promise<string>;
  /** Ids that nobody of another account may learn. */
  ids: string[];
}

let made = 0;
const id = z.object({ id: z.string() });

async function makeTeam(): Promise<Team> {
  const folder = inject('dataFolder');
  const name = `Rights ${process.pid} ${(made += 1)}`;
  const account = await fareboxSays(folder, 'account', 'create', name, '--credits', '100');
  const people = new Map<MemberRole, TestPerson>();
  for (const role of memberRole.options) {
    const link = await fareboxSays(folder, 'account', 'invite', account, '--role', role);
    const person = await makePerson(folder, { role: null, name: `The ${role}` });
    await post('/api/join', { token: link.split('#')[1] }, person.headers);
    people.set(role, person);
  }
  const headers = { ...people.get('owner')?.headers };
  const makeKey = async () => id.parse((await post('/api/keys', { name: 'Key' }, headers)).json).id;
  const call = await post('/api/product/developer/call/scripted', { size: 1 }, headers);
  const callId = call.headers['farebox-call-id'] ?? '';
  const ids = [account, callId, await makeKey(), ...[...people.values()].map((person) => person.id)];
  return { account, people, makeKey, ids };
}

let team: Team;
let other: Team;
beforeAll(async () => {
  team = await makeTeam();
  other = await makeTeam();
});

type Headers = Record<string, string>;
const headersOf = ({ people }: Team, role: MemberRole): Headers => ({ ...people.get(role)?.headers });
const remove = (path: string, headers: Headers) => ask(path, { method: 'DELETE', headers });
const invite = (role: MemberRole, headers: Headers) => post('/api/members/invitations', { role }, headers);

/** A request for each thing that members do. Its body may be wrong: roles come first. */
const requests: Record<MemberVerb, (headers: Headers) => Promise<Reply>> = {
  call: (headers) => post('/api/product/developer/call/scripted', { size: 1 }, headers),
  'read-calls': (headers) => ask('/api/calls', { headers }),
  'read-credits': (headers) => ask('/api/credits', { headers }),
  'read-members': (headers) => ask('/api/members', { headers }),
  'own-keys': (headers) => post('/api/keys', { name: 'Own' }, headers),
  'read-keys': (headers) => ask('/api/keys', { headers }),
  'manage-keys': async (headers) => remove(`/api/keys/${await team.makeKey()}`, headers),
  'read-webhooks': (headers) => ask('/api/webhooks', { headers }),
  'manage-webhooks': (headers) => post('/api/webhooks', { url: 'not an address', events: [] }, headers),
  'manage-members': (headers) => invite('viewer', headers),
  'manage-owners': (headers) => invite('owner', headers),
};

describe.each(memberVerb.options)('%s', (verb) => {
  it.each(memberRole.options)('is for %s only if the role says so', async (role) => {
    const reply = await requests[verb](headersOf(team, role));
    expect(reply.status).toBeLessThan(500);
    // Members see the keys that are their own. To whom a key is not shown, it does not exist.
    if (verb === 'read-keys' && mayRole(role, 'own-keys')) {
      const shown = team.ids.some((one) => one.startsWith('key_') && reply.text.includes(one));
      expect(shown).toBe(mayRole(role, verb));
    } else expect([403, 404].includes(reply.status)).toBe(!mayRole(role, verb));
  });
});

const operation = z.object({ parameters: z.array(z.object({ in: z.string() })).optional() });
const document = z.object({ paths: z.record(z.string(), z.object({ get: operation.optional() })) });

it('nothing that a member reads has an id of another account', async () => {
  const { paths } = document.parse((await ask('/openapi.json')).json);
  const read = Object.keys(paths).filter((path) => paths[path]?.get && !/[{]|playground|info$/.test(path));
  expect(read.length).toBeGreaterThan(10);
  for (const role of memberRole.options)
    for (const path of read) {
      const { text } = await ask(path, { headers: headersOf(other, role) });
      for (const one of team.ids) expect([path, role, text.includes(one)]).toEqual([path, role, false]);
    }
});
