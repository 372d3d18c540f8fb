import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorRole, type OperatorRole } from '../../lib/account/operator-role.ts';
import { operatorRights, type OperatorVerb } from '../../server/operator/rights.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { printed } from '../setup/run-farebox.ts';
import { makePerson } from '../setup/make-person.ts';
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

const unknown = { account: 'acc_nobody', person: 'per_nobody', mail: 'mail_nothing' };
let examples = 0;

/** A request for each thing that operators do. What it names need not exist: rights come first. */
const requests: Record<OperatorVerb, () => Example> = {
  'read-metrics': () => ({ path: '/metrics' }),
  'read-offline-products': () => ({ path: '/api/product/list?status=all&pageSize=1' }),
  'read-overview': () => ({ path: '/api/operator/overview' }),
  'dismiss-item': () => ({ path: '/api/operator/overview/dismissals', body: { item: 'nothing' } }),
  'read-calls': () => ({ path: '/api/operator/calls' }),
  'read-money': () => ({ path: '/api/operator/overview' }),
  'read-accounts': () => ({ path: '/api/operator/accounts' }),
  'export-accounts': () => ({ path: '/api/operator/keys?format=csv' }),
  'export-calls': () => ({ path: '/api/operator/calls?format=csv' }),
  'export-audit': () => ({ path: '/api/operator/audit?format=csv' }),
  'see-as': () => ({
    path: `/api/operator/accounts/${unknown.account}/see-as`,
    body: { reason: 'Walked' },
  }),
  'end-see-as': () => ({ path: '/api/operator/see-as/end', body: {} }),
  'create-account': () => ({
    path: '/api/operator/accounts',
    body: { name: `walked ${process.pid} ${(examples += 1)}` },
  }),
  'invite-member': () => ({
    path: `/api/operator/accounts/${unknown.account}/invitations`,
    body: { role: 'owner' },
  }),
  'invite-to-used-account': () => ({
    path: `/api/operator/accounts/${used.account}/invitations`,
    body: { role: 'viewer' },
  }),
  'suspend-account': () => ({
    path: `/api/operator/accounts/${unknown.account}/suspension`,
    body: { suspended: true },
  }),
  'cap-account': () => ({
    path: `/api/operator/accounts/${unknown.account}/caps`,
    body: { caps: { day: 1 }, reason: 'Walked' },
  }),
  'create-account-key': () => ({
    path: `/api/operator/accounts/${unknown.account}/keys`,
    body: { name: 'x' },
  }),
  'revoke-account-key': () => ({
    path: `/api/operator/accounts/${unknown.account}/keys/key_x/revocation`,
    body: {},
  }),
  'create-operator-key': () => ({
    path: `/api/operator/accounts/${unknown.account}/keys`,
    body: { name: 'x', operator: true },
  }),
  'revoke-operator-key': () => ({
    path: `/api/operator/accounts/${used.account}/keys/${used.operatorKey}/revocation`,
    body: {},
  }),
  'grant-credits': () => ({
    path: '/api/operator/grants',
    body: { accountId: account.id, credits: 1, reason: 'Walked' },
  }),
  'set-product-status': () => ({
    path: '/api/operator/products/no-such/status',
    body: { status: 'offline' },
  }),
  'read-people': () => ({ path: '/api/operator/people' }),
  'export-people': () => ({ path: '/api/operator/people', accept: 'text/csv' }),
  'export-person': () => ({ path: `/api/operator/people/${unknown.person}/export` }),
  'erase-person': () => ({
    path: `/api/operator/people/${unknown.person}/erasure`,
    body: { reason: 'Walked' },
  }),
  'create-person': () => ({
    path: '/api/operator/people',
    body: { email: `w${process.pid}${(examples += 1)}@example.com`, name: 'W', operatorRole: 'viewer' },
  }),
  'set-operator-role': () => ({
    path: `/api/operator/people/${unknown.person}/role`,
    body: { operatorRole: null },
  }),
  'end-sessions': () => ({ path: `/api/operator/people/${unknown.person}/sign-out`, body: {} }),
  'reset-factors': () => ({ path: `/api/operator/people/${unknown.person}/factor-reset`, body: {} }),
  'make-password-link': () => ({ path: `/api/operator/people/${unknown.person}/password-link`, body: {} }),
  'read-audit': () => ({ path: '/api/operator/audit' }),
  'read-mails': () => ({ path: '/api/operator/mails' }),
  'export-mails': () => ({ path: '/api/operator/mails?format=csv' }),
  'read-mail-text': () => ({ path: `/api/operator/mails/${unknown.mail}` }),
  'retry-mail': () => ({ path: `/api/operator/mails/${unknown.mail}/retry`, body: {} }),
  'read-settings': () => ({ path: '/api/operator/settings' }),
};

const verbs = z
  .array(z.custom<OperatorVerb>((name) => String(name) in operatorRights))
  .parse(Object.keys(operatorRights));

function request(verb: OperatorVerb, headers: Headers): Promise<Reply> {
  const { path, body, accept } = requests[verb]();
  if (body) return post(path, body, headers);
  return ask(path, { headers: { ...headers, ...(accept && { accept }) } });
}

const isRefused = ({ status }: Reply) => status === 401 || status === 403;

describe.each(verbs)('%s', (verb) => {
  const { roles } = operatorRights[verb];
  const mayDo = (role: OperatorRole) => roles.some((one) => one === role);
  /** A part of the overview is left out, and the overview is not refused. */
  const isPart = verb === 'read-money';

  it.each(operatorRole.options)('is for %s only if its roles say so', async (role) => {
    const reply = await request(verb, headersOf(role));
    expect(reply.status).toBeLessThan(500);
    if (isPart) expect(json(reply)['money'] !== null).toBe(mayDo(role));
    else expect(isRefused(reply)).toBe(!mayDo(role));
    if (isPart || mayDo(role)) return;
    expect(reply).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    for (const allowed of roles) expect(json(reply)['detail']).toContain(allowed);
  });

  it('asks who signed in more than ten minutes ago to confirm it, if it is important', async () => {
    const { text } = await request(verb, earlier);
    const isAsked = text.includes('"confirmation-required"');
    expect(isAsked).toBe('asksAgain' in operatorRights[verb]);
  });

  it('is for the API key of an operator, unless it belongs to a session', async () => {
    const needsSession = 'needsSession' in operatorRights[verb];
    expect(isRefused(await request(verb, operatorKey))).toBe(needsSession);
  });

  it('is for no account and no guest', async () => {
    const ofAccount = await request(verb, { authorization: `Bearer ${account.key}` });
    expect(ofAccount).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    const ofGuest = await request(verb, {});
    expect(isRefused(ofGuest)).toBe(true);
    for (const role of isPart ? operatorRole.options : roles) {
      expect(json(ofAccount)['detail']).toContain(role);
      expect(json(ofGuest)['detail']).toContain(role);
    }
  });
});
