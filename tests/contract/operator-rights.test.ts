import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorRole, type OperatorRole } from '../../lib/account/session.ts';
import { groups } from '../../server/api/table/openapi-document.ts';
import { operatorRights, type OperatorVerb } from '../../server/rights.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { printed } from '../setup/run-farebox.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post, type Reply } from './ask.ts';
import { makeTeam } from './team.ts';

type Headers = Record<string, string>;

const operators = new Map<OperatorRole, Headers>();
const headersOf = (role: OperatorRole): Headers => ({ ...operators.get(role) });
/** An owner who signed in more than ten minutes ago. */
let earlier: Headers;
let account: TestAccount;
/** The API key of an operator. */
let operatorKey: Headers;
/** An account with an owner and another operator key. */
let used: { account: string; operatorKey: string };

beforeAll(async () => {
  const folder = inject('dataFolder');
  for (const role of operatorRole.options) operators.set(role, (await makePerson(folder, { role })).headers);
  earlier = (await makePerson(folder, { signedInAt: Date.now() - 601_000 })).headers;
  account = await makeAccount(folder, 100);
  const key = await printed(folder, 'key', 'create', account.id, '--operator');
  operatorKey = { authorization: `Bearer ${key}` };
  const { account: usedAccount } = await makeTeam();
  const other = await post(
    `/api/operator/accounts/${usedAccount}/keys`,
    { name: 'x', operator: true },
    headersOf('owner'),
  );
  used = { account: usedAccount, operatorKey: z.object({ id: z.string() }).parse(other.json).id };
});

const json = (reply: Reply) => z.record(z.string(), z.unknown()).parse(reply.json);

interface Example {
  path: string;
  /** A POST. */
  body?: object;
  accept?: string;
}

/** A request for what is no operation of its own. What is named need not exist: rights come first. */
const requests: Partial<Record<OperatorVerb, () => Example>> = {
  'read-metrics': () => ({ path: '/metrics' }),
  'read-offline-products': () => ({ path: '/api/product/list?status=all&pageSize=1' }),
  'read-money': () => ({ path: '/api/operator/overview' }),
  'export-accounts': () => ({ path: '/api/operator/keys?format=csv' }),
  'export-calls': () => ({ path: '/api/operator/calls?format=csv' }),
  'export-audit': () => ({ path: '/api/operator/audit?format=csv' }),
  'export-people': () => ({ path: '/api/operator/people', accept: 'text/csv' }),
  'export-mails': () => ({ path: '/api/operator/mails?format=csv' }),
  'invite-to-used-account': () => ({
    path: `/api/operator/accounts/${used.account}/invitations`,
    body: { role: 'viewer' },
  }),
  'create-operator-key': () => ({
    path: '/api/operator/accounts/acc_nobody/keys',
    body: { name: 'x', operator: true },
  }),
  'revoke-operator-key': () => ({
    path: `/api/operator/accounts/${used.account}/keys/${used.operatorKey}/revocation`,
    body: {},
  }),
};

const operatorVerb = z.custom<OperatorVerb>((name) => String(name) in operatorRights);

/** The operations for operators, as the table has them. */
const operations = groups.flatMap(({ operations }) => operations).filter(({ right }) => right !== undefined);

const cases: [what: string, verb: OperatorVerb, example: () => Example][] = [
  ...Object.entries(requests).map(([verb, example]) => [verb, operatorVerb.parse(verb), example] as const),
  ...operations.map(({ method, path, right }) => {
    const example = { path: path.replaceAll(/\{\w+\}/g, 'nobody'), ...(method === 'POST' && { body: {} }) };
    return [`${method} ${path}`, operatorVerb.parse(right), () => example] as const;
  }),
].map((one) => [...one]);

it('has a case for each right', () => {
  expect(new Set(cases.map(([, verb]) => verb))).toEqual(new Set(Object.keys(operatorRights)));
});

function request({ path, body, accept }: Example, headers: Headers): Promise<Reply> {
  if (body) return post(path, body, headers);
  return ask(path, { headers: { ...headers, ...(accept && { accept }) } });
}

const isRefused = ({ status }: Reply) => status === 401 || status === 403;

describe.each(cases)('%s', (what, verb, example) => {
  const { roles } = operatorRights[verb];
  const mayDo = (role: OperatorRole) => roles.some((one) => one === role);
  /** A part of the overview is left out, and the overview is not refused. */
  const isPart = what === 'read-money';

  it.each(operatorRole.options)('is for %s only if its roles say so', async (role) => {
    const reply = await request(example(), headersOf(role));
    expect(reply.status).toBeLessThan(500);
    if (isPart) expect(json(reply)['money'] !== null).toBe(mayDo(role));
    else expect(isRefused(reply)).toBe(!mayDo(role));
    if (isPart || mayDo(role)) return;
    expect(reply).toMatchObject(problem(403, 'forbidden'));
    for (const allowed of roles) expect(json(reply)['detail']).toContain(allowed);
  });

  it('asks who signed in more than ten minutes ago to confirm it, if it is important', async () => {
    const { text } = await request(example(), earlier);
    const isAsked = text.includes('"confirmation-required"');
    expect(isAsked).toBe('asksAgain' in operatorRights[verb]);
  });

  it('is for the API key of an operator, unless it belongs to a session', async () => {
    const needsSession = 'needsSession' in operatorRights[verb];
    expect(isRefused(await request(example(), operatorKey))).toBe(needsSession);
  });

  it('is for no account and no guest', async () => {
    const ofAccount = await request(example(), { authorization: `Bearer ${account.key}` });
    expect(ofAccount).toMatchObject(problem(403, 'forbidden'));
    const ofGuest = await request(example(), {});
    expect(isRefused(ofGuest)).toBe(true);
    for (const role of isPart ? operatorRole.options : roles) {
      expect(json(ofAccount)['detail']).toContain(role);
      expect(json(ofGuest)['detail']).toContain(role);
    }
  });
});
