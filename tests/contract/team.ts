import { inject } from 'vitest';
import { z } from 'zod';
import { memberRole } from '../../lib/account/members.ts';
import type { MemberRole } from '../../lib/account/roles.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { ask, post } from './ask.ts';

export type Headers = Record<string, string>;

/** An account with somebody in each role, and what it has. */
export interface Team {
  account: string;
  people: Map<MemberRole, TestPerson>;
  /** Makes an API key of its owner, and returns the id. */
  makeKey(): Promise<string>;
  /** By the names of the parameters in paths. Nobody of another account may learn them. */
  ids: Record<
    'account_id' | 'call_id' | 'key_id' | 'webhook_id' | 'alert_id' | 'invitation_id' | 'session_id',
    string
  >;
}

const created = z.object({ id: z.string() });
const sessions = z.object({ list: z.array(created) });

export async function makeTeam(): Promise<Team> {
  const folder = inject('dataFolder');
  const { id: account } = await makeAccount(folder, 100);
  const people = new Map<MemberRole, TestPerson>();
  for (const role of memberRole.options) {
    const token = await inviteBeside(folder, account, role);
    const person = await makePerson(folder, { role: null, name: `The ${role}` });
    const joined = await post('/api/join', { token }, person.headers);
    if (joined.status !== 204) throw new Error(`The ${role} could not join: ${joined.text}`);
    people.set(role, person);
  }
  const headers = { ...people.get('owner')?.headers };
  const make = async (path: string, body: object) => created.parse((await post(path, body, headers)).json).id;
  const makeKey = () => make('/api/keys', { name: 'Key' });
  const call = await post('/api/product/developer/call/scripted', { size: 1 }, headers);
  const ids = {
    account_id: account,
    call_id: call.headers['farebox-call-id'] ?? '',
    key_id: await makeKey(),
    webhook_id: await make('/api/webhooks', { url: 'https://example.com/hook', events: ['key.created'] }),
    alert_id: await make('/api/alerts', { watches: 'day', credits: 1_000_000 }),
    invitation_id: await make('/api/members/invitations', { role: 'viewer' }),
    session_id: sessions.parse((await ask('/api/sessions', { headers })).json).list[0]?.id ?? '',
  };
  return { account, people, makeKey, ids };
}

export function headersOf({ people }: Team, role: MemberRole): Headers {
  return { ...people.get(role)?.headers };
}

/** All that nobody of another account may learn. */
export function secretsOf({ ids, people }: Team): string[] {
  return [...Object.values(ids), ...[...people.values()].flatMap(({ id, email }) => [id, email])];
}
