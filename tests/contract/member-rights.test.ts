import { beforeAll, describe, expect, it } from 'vitest';
import { memberRole } from '../../lib/account/members.ts';
import { mayRole, type MemberRole, type MemberVerb, memberVerbs } from '../../lib/account/roles.ts';
import { ask, post, type Reply } from './ask.ts';
import { type Headers, headersOf, makeTeam, type Team } from './team.ts';

let team: Team;
beforeAll(async () => {
  team = await makeTeam();
});

const remove = (path: string, headers: Headers) => ask(path, { method: 'DELETE', headers });
const invite = (role: MemberRole, headers: Headers) => post('/api/members/invitations', { role }, headers);

/** A request for each thing that members do. Its body may be wrong: roles come first. */
const requests: Record<MemberVerb, (headers: Headers) => Promise<Reply>> = {
  call: (headers) => post('/api/product/developer/call/scripted', { size: 1 }, headers),
  'read-calls': (headers) => ask('/api/calls', { headers }),
  'delete-inputs': (headers) => remove(`/api/calls/${team.ids.call_id}/input`, headers),
  'read-credits': (headers) => ask('/api/credits', { headers }),
  'read-members': (headers) => ask('/api/members', { headers }),
  'own-keys': (headers) => post('/api/keys', { name: 'Own' }, headers),
  'read-keys': (headers) => ask('/api/keys', { headers }),
  'manage-keys': async (headers) => remove(`/api/keys/${await team.makeKey()}`, headers),
  'read-webhooks': (headers) => ask('/api/webhooks', { headers }),
  'manage-webhooks': (headers) => post('/api/webhooks', { url: 'not an address', events: [] }, headers),
  'manage-alerts': (headers) => post('/api/alerts', { watches: 'nothing', credits: 1 }, headers),
  'manage-members': (headers) => invite('viewer', headers),
  'accept-terms': (headers) => post('/api/terms', {}, headers),
  'rename-account': (headers) =>
    ask('/api/account', {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"name":""}',
    }),
  'manage-owners': (headers) => invite('owner', headers),
};

describe.each(memberVerbs)('%s', (verb) => {
  it.each(memberRole.options)('is for %s only if the role says so', async (role) => {
    const reply = await requests[verb](headersOf(team, role));
    expect(reply.status).toBeLessThan(500);
    // Members see the keys that are their own. To whom a key is not shown, it does not exist.
    if (verb === 'read-keys' && mayRole(role, 'own-keys')) {
      expect(reply.text.includes(team.ids.key_id)).toBe(mayRole(role, verb));
    } else expect([403, 404].includes(reply.status)).toBe(!mayRole(role, verb));
  });
});

it('a member deletes the input of their own call, and is offered that for no other', async () => {
  const headers = headersOf(team, 'member');
  const offers = async (path: string) =>
    (await ask(path, { headers: { ...headers, accept: 'text/html' } })).text.includes('Delete input');
  const call = await post('/api/product/developer/call/scripted', { size: 1 }, headers);
  const own = call.headers['farebox-call-id'] ?? '';
  const ofOwner = await post('/api/product/developer/call/scripted', { size: 1 }, headersOf(team, 'owner'));
  expect(await offers(`/calls/${own}`)).toBe(true);
  expect(await offers(`/calls/${ofOwner.headers['farebox-call-id']}`)).toBe(false);
  expect((await remove(`/api/calls/${own}/input`, headers)).status).toBe(204);
});

it.each(memberRole.options)(
  'the page of a receipt says to %s in words if the role does not allow it',
  async (role) => {
    const headers = { ...headersOf(team, role), accept: 'text/html' };
    const { status, text } = await ask(`/calls/${team.ids.call_id}`, { headers });
    const mayRead = mayRole(role, 'read-calls');
    expect(status).toBe(mayRead ? 200 : 403);
    expect(text.includes(`Your role in this account is ${role}: it does not allow you to see calls.`)).toBe(
      !mayRead,
    );
  },
);

it.each([
  ['/calls', 'see calls'],
  ['/calls/refused', 'see calls'],
  ['/keys', 'have API keys'],
])('the page %s says to billing who can help, and the header does not lead there', async (path, what) => {
  const { text } = await ask(path, { headers: { ...headersOf(team, 'billing'), accept: 'text/html' } });
  expect(text).toContain(
    `Your role in this account is billing: it does not allow you to ${what}. Ask an owner or admin of the account.</p>`,
  );
  expect(text).not.toMatch(/could not be loaded|<select|Loading calls|href="\/(?:calls|keys)"/);
  expect(text).toContain('href="/credits"');
});
