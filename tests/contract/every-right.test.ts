import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { memberRole } from '../../lib/account/members.ts';
import { operatorRole } from '../../lib/account/session.ts';
import { printed } from '../setup/run-farebox.ts';
import { makePerson } from '../setup/make-person.ts';
import { ask, type Reply } from './ask.ts';
import { type Headers, headersOf, makeTeam, secretsOf, type Team } from './team.ts';

const operation = z.object({ description: z.string().optional() });
const methods = ['get', 'post', 'patch', 'put', 'delete'] as const;
const document = z.object({ paths: z.record(z.string(), z.partialRecord(z.enum(methods), operation)) });

interface Operation {
  path: string;
  method: string;
  /** Of an operation for operators. */
  roles: string[] | undefined;
}

/** Whose ids are asked for, by somebody else. */
let team: Team;
let operations: Operation[];
const callers = new Map<string, Headers>();

beforeAll(async () => {
  team = await makeTeam();
  const other = await makeTeam();
  const folder = inject('dataFolder');
  for (const role of memberRole.options) callers.set(`a ${role} of another account`, headersOf(other, role));
  const key = await printed(folder, 'key', 'create', other.account);
  callers.set('an API key of another account', { authorization: `Bearer ${key}` });
  const nobody = await makePerson(folder, { role: null, name: 'Without a role' });
  callers.set('somebody without an account', nobody.headers);
  callers.set('somebody who is signed out', {});
  const { paths } = document.parse((await ask('/openapi.json')).json);
  operations = Object.entries(paths).flatMap(([path, of]) =>
    methods.flatMap((method) => {
      // It answers with a page, which has no schema.
      if (path.startsWith('/api/oidc/callback/')) return [];
      const one = of[method];
      const roles = /^For operators: ([a-z, ]+)\./.exec(one?.description ?? '')?.[1]?.split(', ');
      return one ? [{ path, method: method.toUpperCase(), roles }] : [];
    }),
  );
});

/** Asks with an empty object as body, and with ids of the team, or of nobody. */
function request({ path, method }: Operation, headers: Headers, ids: Record<string, string>): Promise<Reply> {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? 'nothing');
  const isRead = method === 'GET' || method === 'DELETE';
  return ask(filled, {
    method,
    headers: { ...headers, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: '{}' }),
  });
}

const idsOf = ({ ids, people }: Team) => ({
  ...ids,
  person_id: people.get('owner')?.id ?? '',
  api_id: 'scripted',
  slug: 'scripted',
});

/** What the team sees of itself. */
async function stateOf(of: Team): Promise<string[]> {
  const headers = headersOf(of, 'owner');
  const paths = [
    'members', 'members/invitations', 'keys', 'webhooks', 'alerts', 'calls', 'credits', 'sessions',
  ]; // biome-ignore format: a list
  const replies = await Promise.all(paths.map((path) => ask(`/api/${path}`, { headers })));
  return replies.map(({ text }) => text.replace(/"(lastSeenAt|lastUsedAt)":"[^"]*"/g, ''));
}

it('has all kinds of operations', () => {
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter(({ roles }) => roles).length).toBeGreaterThan(20);
  expect(operations.filter(({ path }) => path.startsWith('/api/operator/')).every(({ roles }) => roles)).toBe(
    true,
  );
});

describe('to nobody of another account', () => {
  it('does any operation tell an id of an account, or change what it has', async () => {
    const before = await stateOf(team);
    const secrets = secretsOf(team);
    const found: string[] = [];
    for (const [who, headers] of callers)
      for (const one of operations) {
        const { status, text } = await request(one, headers, idsOf(team));
        const told = secrets.filter((secret) => text.includes(secret));
        // What a sentence repeats of the address was known before.
        const news = told.filter((secret) => !Object.values(idsOf(team)).includes(secret) || status < 400);
        const name = `${one.method} ${one.path} by ${who}: ${status}`;
        if (status >= 500 || news.length > 0) found.push(`${name} ${news.join(' ')}`);
        if (one.roles && status !== 401 && status !== 403) found.push(`${name}, and not 403`);
      }
    expect(found).toEqual([]);
    expect(await stateOf(team)).toEqual(before);
  });
});

describe.each(operatorRole.options)('an operator with the role %s', (role) => {
  it('may do what the description of an operation says, and nothing else', async () => {
    const { headers } = await makePerson(inject('dataFolder'), { role });
    const found: string[] = [];
    for (const one of operations) {
      if (!one.roles) continue;
      const { status } = await request(one, headers, {});
      const isRefused = status === 401 || status === 403;
      if (status >= 500 || isRefused === one.roles.includes(role))
        found.push(`${one.method} ${one.path}: ${status}`);
    }
    expect(found).toEqual([]);
  });
});
