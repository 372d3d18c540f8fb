import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { shownFace } from '../../lib/face/stored-face.ts';
import { productDraftList, savedDraft } from '../../lib/operator/drafts.ts';
import { beginBacktest } from '../../server/store/drafts/backtest-jobs.ts';
import { queueMail } from '../../server/store/messages/queue-mail.ts';
import { run, statement, timeOf } from '../../server/store/sql/statement.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { runBeside } from '../setup/run-beside.ts';
import { ask, post, type Reply } from './ask.ts';

const operator = '/api/operator';
const addFactor = statement(
  'INSERT INTO SecondFactor (personKey, secret, createdAt) SELECT key, ?, ? FROM Person WHERE id = ?',
);
const failMail = statement('UPDATE Mail SET failedAt = ?, nextAttemptAt = NULL WHERE id = ?');

let owner: TestPerson;
let accountId: string;
beforeAll(async () => {
  owner = await makePerson(inject('dataFolder'));
  accountId = (await makeAccount(inject('dataFolder'), 100)).id;
});

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  post(path, { ...body, reason: 'Walked' }, { ...owner.headers, ...headers });
const idOf = ({ json }: Reply) => z.object({ id: z.string() }).parse(json).id;
const newPerson = async () => (await makePerson(inject('dataFolder'), { role: 'viewer' })).id;
const ofPerson = (what: string, body: object = {}) => ({
  path: async () => `${operator}/people/${await newPerson()}/${what}`,
  body,
});
const ofAccount = (what: string, body: object) => ({
  path: () => `${operator}/accounts/${accountId}/${what}`,
  body,
});

function* failedMail() {
  const now = Date.now();
  const mail = { kind: 'password-link', to: owner.email, subject: 'Lost', text: 'Hello' } as const;
  yield* run(failMail, timeOf(now), yield* queueMail({ ...mail, now: now + 3_600_000 }));
}

const importedDocument = {
  ...{ openapi: '3.1.0', info: { title: `Written ${process.pid}`, version: '1' } },
  paths: { '/a': { get: { responses: {} } } },
};

async function importedId() {
  const id = idOf(await post(`${operator}/imports/document`, importedDocument, owner.headers));
  await importIs(id, 'ready');
  return id;
}

/** Its product is as it was chosen, so that to publish it again writes nothing more. */
async function publishedImportId() {
  const id = await importedId();
  await send(`${operator}/imports/${id}/choices`, { choices: [{ chosen: true }] });
  await send(`${operator}/imports/${id}/products`, { online: false });
  await importIs(id, 'published');
  return id;
}

let drafts = 0;

/** A product that was never online. */
async function newDraft() {
  const { json } = await ask(`${operator}/imports/${await draftImport()}/operations`, {
    headers: owner.headers,
  });
  return z.object({ list: z.tuple([z.object({ slug: z.string() })]) }).parse(json).list[0].slug;
}

/** A planned version of a draft, and what SQL makes of it. */
async function newPlan(...changes: string[]) {
  const product = `${operator}/products/${await newDraft()}`;
  const read = async (path: string) => (await ask(path, { headers: owner.headers })).json;
  const { entry, release } = z.object({ entry: z.string(), release: z.int() }).parse(await read(product));
  const effectiveAt = new Date(Date.now() + 3_600_000).toISOString();
  const dearer = entry.replace(/flat: \d+/, 'flat: 77');
  await send(`${product}/releases`, { entry: dearer, after: release, effectiveAt });
  const plans = z
    .object({ list: z.tuple([z.object({ plan: z.int() })]) })
    .parse(await read(`${product}/plans`));
  const { plan } = plans.list[0];
  for (const change of changes)
    await runBeside(inject('dataFolder'), () => run(statement(change.replaceAll('PLAN', String(plan)))));
  return `${product}/plans/${plan}`;
}

const waits = [
  'UPDATE PlannedVersion SET state = 0, announcedAt = NULL WHERE key = PLAN',
  'UPDATE Product SET nextAt = NULL, nextVersionKey = NULL WHERE key = (SELECT productKey FROM PlannedVersion WHERE key = PLAN)',
];
const isInForce = [
  'UPDATE PlannedVersion SET effectiveAt = createdAt WHERE key = PLAN',
  'UPDATE Product SET nextAt = (SELECT effectiveAt FROM PlannedVersion WHERE key = PLAN) WHERE key = (SELECT productKey FROM PlannedVersion WHERE key = PLAN)',
];

async function newTag() {
  drafts += 1;
  const slug = `tag-${process.pid}-${drafts}`;
  await send(`${operator}/tags`, { kind: 'labels', slug, name: 'New' });
  return slug;
}

/** The slug of the API of such a product. */
async function newApi() {
  const { json } = await ask(`${operator}/imports/${await draftImport()}`, { headers: owner.headers });
  return z.object({ document: z.object({ api: z.object({ slug: z.string() }) }) }).parse(json).document.api
    .slug;
}

/** An import whose one product was never online. */
async function draftImport() {
  drafts += 1;
  const info = { title: `Draft ${process.pid} ${drafts}`, version: '1' };
  const document = { ...importedDocument, info };
  const id = idOf(await post(`${operator}/imports/document`, document, owner.headers));
  await importIs(id, 'ready');
  await send(`${operator}/imports/${id}/products`, { online: false });
  await importIs(id, 'published');
  return id;
}

/** The API of a document at an address where nothing answers. */
async function followedApi() {
  await publishedImportId();
  const slug = importedDocument.info.title.toLowerCase().replaceAll(' ', '-');
  const body = { address: 'https://nothing.invalid/openapi.json', daily: false };
  await send(`${operator}/apis/${slug}/document`, body);
  return slug;
}

async function importIs(id: string, state: string) {
  const text = async () => (await ask(`${operator}/imports/${id}`, { headers: owner.headers })).text;
  await expect.poll(text).toContain(`"state":"${state}"`);
}

/** Of an account that asks to call a product. */
async function askedId() {
  await send(`${operator}/products/patient/visibility`, { visibility: 'public', approval: 'required' });
  const { id, key } = await makeAccount(inject('dataFolder'), 1);
  await post('/api/approvals', { product: 'patient', reason: 'Why not' }, { authorization: `Bearer ${key}` });
  await send(`${operator}/products/patient/visibility`, { visibility: 'public', approval: 'none' });
  const { json } = await ask(`${operator}/requests?state=open&pageSize=100`, { headers: owner.headers });
  const { list } = z
    .object({ list: z.array(z.object({ id: z.string(), account: z.object({ id: z.string() }) })) })
    .parse(json);
  return list.find((one) => one.account.id === id)?.id ?? '';
}

async function savedDraftOf(slug: string, entry = 'not: one') {
  const saved = await send(`${operator}/products/${slug}/drafts`, { title: 'Saved', entry, after: 1 });
  return savedDraft.parse(saved.json);
}

async function lastDraftOf(slug: string) {
  const { json } = await ask(`${operator}/products/${slug}/drafts`, { headers: owner.headers });
  const [last] = productDraftList.parse(json).list;
  return { updatedAt: last?.updatedAt };
}

async function failedMails() {
  const { json } = await ask(`${operator}/overview`, { headers: owner.headers });
  return z.object({ needsYou: z.object({ failedMails: z.int() }) }).parse(json).needsYou.failedMails;
}

let written = 0;

/** The address of a page. */
async function newPage() {
  written += 1;
  const slug = `written-${process.pid}-${written}`;
  await send(`${operator}/pages`, { slug, title: 'Written', text: 'A text.', inFooter: false });
  return slug;
}

interface Example {
  path: () => string | Promise<string>;
  /** Made after the path. */
  body: object | (() => Promise<object>);
  /** It changes the session, and no key makes it happen once. */
  isOfSession?: true;
  /** It only prepares a change, which is logged when it is made. */
  isDraft?: true;
  /** It has no body that could say why. */
  hasNoReason?: true;
}

/** A request that changes something, for each documented change of operators. */
const examples: Record<string, Example> = {
  '/accounts': { path: () => `${operator}/accounts`, body: { name: `written ${process.pid}` } },
  '/accounts/{account_id}/name': ofAccount('name', { name: `renamed ${process.pid}` }),
  '/accounts/{account_id}/caps': ofAccount('caps', { caps: { day: 7 } }),
  '/accounts/{account_id}/invitations': ofAccount('invitations', { role: 'owner' }),
  '/accounts/{account_id}/invitations/{invitation_id}/withdrawal': {
    async path() {
      const invitation = await send(`${operator}/accounts/${accountId}/invitations`, { role: 'owner' });
      return `${operator}/accounts/${accountId}/invitations/${idOf(invitation)}/withdrawal`;
    },
    body: {},
  },
  '/accounts/{account_id}/keys': ofAccount('keys', { name: 'written' }),
  '/accounts/{account_id}/keys/{key_id}/revocation': {
    async path() {
      const key = await send(`${operator}/accounts/${accountId}/keys`, { name: 'to revoke' });
      return `${operator}/accounts/${accountId}/keys/${idOf(key)}/revocation`;
    },
    body: {},
  },
  '/accounts/{account_id}/closure': {
    path: async () => `${operator}/accounts/${(await makeAccount(inject('dataFolder'), 1)).id}/closure`,
    body: { closed: true },
  },
  '/accounts/{account_id}/suspension': ofAccount('suspension', { suspended: true }),
  '/accounts/{account_id}/see-as': { ...ofAccount('see-as', {}), isOfSession: true },
  '/see-as/end': { path: () => `${operator}/see-as/end`, body: {}, isOfSession: true, hasNoReason: true },
  '/credentials/{name}': { path: () => `${operator}/credentials/WRITTEN`, body: { value: 'a written key' } },
  '/credentials/{name}/test': {
    path: () => `${operator}/credentials/WRITTEN/test`,
    body: { value: 'a key' },
  },
  '/credentials/{name}/restoration': {
    async path() {
      for (const value of ['a key', 'another key']) await send(`${operator}/credentials/WRITTEN`, { value });
      return `${operator}/credentials/WRITTEN/restoration`;
    },
    body: {},
  },
  '/credentials/{name}/revocation': {
    async path() {
      await send(`${operator}/credentials/WRITTEN`, { value: 'a key to revoke' });
      return `${operator}/credentials/WRITTEN/revocation`;
    },
    body: {},
  },
  '/apis/{slug}/document': {
    path: async () => `${operator}/apis/${await followedApi()}/document`,
    body: { address: 'https://nothing.invalid/other.json', daily: true },
  },
  '/apis/{slug}/looks': { path: async () => `${operator}/apis/${await followedApi()}/looks`, body: {} },
  '/apis/{slug}/archive': {
    path: async () => `${operator}/apis/${await newApi()}/archive`,
    body: {},
  },
  '/apis/{slug}/restoration': {
    async path() {
      const slug = await newApi();
      await send(`${operator}/apis/${slug}/archive`, {});
      return `${operator}/apis/${slug}/restoration`;
    },
    body: {},
  },
  '/apis/{slug}/deletion': {
    path: async () => `${operator}/apis/${await newApi()}/deletion`,
    body: {},
  },
  '/tags': { path: () => `${operator}/tags`, body: { kind: 'labels', slug: 'written', name: 'Written' } },
  '/tags/{kind}/{slug}': {
    path: async () => `${operator}/tags/labels/${await newTag()}`,
    body: { name: 'Renamed' },
  },
  '/tags/{kind}/{slug}/reset': {
    async path() {
      await send(`${operator}/tags/types/scripted`, { name: 'Said by the console' });
      return `${operator}/tags/types/scripted/reset`;
    },
    body: {},
  },
  '/tags/{kind}/{slug}/merge': {
    path: async () => `${operator}/tags/labels/${await newTag()}/merge`,
    body: async () => ({ into: await newTag() }),
  },
  '/upstreams': { path: () => `${operator}/upstreams`, body: { address: '10.254.254.1:8080' } },
  '/upstreams/removal': {
    async path() {
      await send(`${operator}/upstreams`, { address: '10.254.254.2:8080' });
      return `${operator}/upstreams/removal`;
    },
    body: { address: '10.254.254.2:8080' },
  },
  '/featured': { path: () => `${operator}/featured`, body: { products: [] } },
  '/tag-orders/{kind}': { path: () => `${operator}/tag-orders/labels`, body: { slugs: [] } },
  '/backups': { path: () => `${operator}/backups`, body: {} },
  '/portal': {
    path: () => `${operator}/portal`,
    async body() {
      const { json } = await ask(`${operator}/portal`, { headers: owner.headers });
      const { version: after, pictures: _, announcement: _told, ...texts } = shownFace.parse(json);
      return { ...texts, announcement: null, after };
    },
  },
  '/grants': { path: () => `${operator}/grants`, body: { credits: 5 } },
  // Nobody is waited for: what becomes of it has no entry.
  '/imports': {
    path: () => `${operator}/imports`,
    body: { address: 'https://nothing.invalid/openapi.json' },
  },
  // The body is the document.
  '/imports/document': { path: () => `${operator}/imports/document`, body: {}, hasNoReason: true },
  '/imports/{import_id}/choices': {
    path: async () => `${operator}/imports/${await importedId()}/choices`,
    body: { choices: [{ price: 2 }] },
    isDraft: true,
  },
  '/imports/{import_id}/products': {
    path: async () => `${operator}/imports/${await publishedImportId()}/products`,
    body: { online: false },
  },
  '/mails/{mail_id}/retry': {
    async path() {
      // It is not due, so that it is not on its way.
      const mail = { kind: 'password-link', to: owner.email, subject: 'Welcome', text: 'Hello' } as const;
      const queue = () => queueMail({ ...mail, now: Date.now() + 3_600_000 });
      return `${operator}/mails/${await runBeside(inject('dataFolder'), queue)}/retry`;
    },
    body: {},
  },
  '/overview/dismissals': {
    async path() {
      await runBeside(inject('dataFolder'), failedMail);
      await expect.poll(failedMails).toBeGreaterThan(0);
      return `${operator}/overview/dismissals`;
    },
    body: { item: 'failed-mails' },
  },
  '/pages': {
    path: () => `${operator}/pages`,
    body: { slug: `first-${process.pid}`, title: 'Written', text: 'A text.', inFooter: false },
  },
  '/pages/{slug}/versions': {
    path: async () => `${operator}/pages/${await newPage()}/versions`,
    body: { title: 'Written', text: 'Another text.', inFooter: false, after: 1 },
  },
  '/pages/{slug}/deletion': {
    path: async () => `${operator}/pages/${await newPage()}/deletion`,
    body: {},
  },
  '/people': {
    path: () => `${operator}/people`,
    body: { email: `written${process.pid}@example.com`, name: 'W', operatorRole: 'viewer' },
  },
  '/people/{person_id}/address': ofPerson('address', { email: `moved${process.pid}@example.com` }),
  '/people/{person_id}/name': ofPerson('name', { name: 'Renamed' }),
  '/people/{person_id}/erasure': ofPerson('erasure'),
  '/people/{person_id}/factor-reset': {
    async path() {
      const id = await newPerson();
      await runBeside(inject('dataFolder'), () => run(addFactor, 'secret', timeOf(Date.now()), id));
      return `${operator}/people/${id}/factor-reset`;
    },
    body: {},
  },
  '/people/{person_id}/password-link': ofPerson('password-link'),
  '/people/{person_id}/role': ofPerson('role', { operatorRole: 'publisher' }),
  '/people/{person_id}/sign-out': ofPerson('sign-out'),
  '/products/{slug}/owner': {
    path: () => `${operator}/products/scripted-too/owner`,
    body: { keptIn: 'console' },
  },
  '/products/{slug}/releases': {
    path: () => `${operator}/products/scripted-too/releases`,
    async body() {
      const { json } = await ask(`${operator}/products/scripted-too`, { headers: owner.headers });
      const { entry, release } = z.object({ entry: z.string(), release: z.int() }).parse(json);
      return { entry: entry.replace(/^name: .*$/m, 'name: Written'), after: release };
    },
  },
  '/products/{slug}/drafts': {
    path: () => `${operator}/products/scripted/drafts`,
    body: { title: 'Written', entry: 'not: one', after: 1 },
  },
  '/products/{slug}/drafts/{number}': {
    path: async () => `${operator}/products/scripted/drafts/${(await savedDraftOf('scripted')).number}`,
    async body() {
      const { updatedAt: known } = await lastDraftOf('scripted');
      return { title: 'Written anew', entry: 'not: one', after: 1, known };
    },
  },
  '/products/{slug}/drafts/{number}/deletion': {
    path: async () =>
      `${operator}/products/scripted/drafts/${(await savedDraftOf('scripted')).number}/deletion`,
    body: {},
  },
  '/products/{slug}/backtests': {
    path: () => `${operator}/products/scripted/backtests`,
    async body() {
      const { json } = await ask(`${operator}/products/scripted`, { headers: owner.headers });
      const { entry } = z.object({ entry: z.string() }).parse(json);
      return { drafts: [(await savedDraftOf('scripted', entry)).number], days: 1 };
    },
  },
  // No portal reckons it: it has not ended.
  '/products/{slug}/backtests/{number}/stop': {
    async path() {
      const wish = { slug: 'scripted', days: 1, drafts: '[]', numbers: [], now: Date.now() };
      const author = { kind: 'portal', id: null, requestId: null } as const;
      const begun = await runBeside(inject('dataFolder'), () => beginBacktest.steps(wish, author));
      return `${operator}/products/scripted/backtests/${begun?.number}/stop`;
    },
    body: {},
  },
  '/products/{slug}/try': { path: () => `${operator}/products/scripted/try`, body: { input: {} } },
  '/requests/{request_id}/decision': {
    path: async () => `${operator}/requests/${await askedId()}/decision`,
    body: { state: 'declined' },
  },
  '/products/{slug}/visibility': {
    path: () => `${operator}/products/scripted-too/visibility`,
    body: { visibility: 'signed-in' },
  },
  '/products/{slug}/terms': {
    path: async () => `${operator}/products/${await newDraft()}/terms`,
    body: async () => ({ page: await newPage() }),
  },
  '/products/{slug}/access': {
    path: () => `${operator}/products/scripted-too/access`,
    body: () => Promise.resolve({ account: accountId }),
  },
  '/products/{slug}/access/{account_id}/withdrawal': {
    async path() {
      await send(`${operator}/products/scripted/access`, { account: accountId });
      return `${operator}/products/scripted/access/${accountId}/withdrawal`;
    },
    body: {},
  },
  '/products/{slug}/archive': {
    path: async () => `${operator}/products/${await newDraft()}/archive`,
    body: {},
  },
  '/products/{slug}/plans/{plan}/approval': {
    path: async () => `${await newPlan(...waits)}/approval`,
    body: {},
  },
  '/products/{slug}/plans/{plan}/moment': {
    path: async () => `${await newPlan()}/moment`,
    body: { effectiveAt: '2099-01-01T00:00:00Z' },
  },
  '/products/{slug}/plans/{plan}/withdrawal': {
    path: async () => `${await newPlan()}/withdrawal`,
    body: {},
  },
  '/products/{slug}/plans/{plan}/return': {
    path: async () => `${await newPlan(...isInForce)}/return`,
    body: {},
  },
  '/products/{slug}/restoration': {
    async path() {
      const slug = await newDraft();
      await send(`${operator}/products/${slug}/archive`, {});
      return `${operator}/products/${slug}/restoration`;
    },
    body: {},
  },
  '/products/{slug}/deletion': {
    path: async () => `${operator}/products/${await newDraft()}/deletion`,
    body: {},
  },
  '/products/{slug}/status': {
    path: () => `${operator}/products/scripted-too/status`,
    body: { status: 'offline' },
  },
};

/** The audit log of the owner, newest first. */
async function entries() {
  const { json } = await ask(`${operator}/audit?actor=${owner.id}&pageSize=1000`, { headers: owner.headers });
  return z
    .object({ list: z.array(z.object({ verb: z.string(), reason: z.string().nullable() })) })
    .parse(json).list;
}

/** Those that are POST because of their body, and one that ends the portal, which has tests of its own. */
const changesNothing = new Set(
  [
    '/products/{slug}/check',
    '/products/{slug}/backtest',
    '/products/{slug}/price-preview',
    '/backups/{name}/restoration',
  ].map((path) => operator + path),
);

it('there is an example of each change that operators make', async () => {
  const { json } = await ask('/openapi.json');
  const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(json);
  const changes = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith(`${operator}/`) && Object.keys(methods).some((method) => method !== 'get')
      ? [path].filter((one) => !changesNothing.has(one))
      : [],
  );
  expect(changes.sort()).toEqual(
    Object.keys(examples)
      .map((path) => operator + path)
      .sort(),
  );
});

it.each(Object.keys(examples))(
  '%s leaves exactly one entry in the audit log, also when it is repeated',
  async (name) => {
    const { path, body, isOfSession, isDraft, hasNoReason }: Example = examples[name] ?? {
      path: () => '',
      body: {},
    };
    const address = await path();
    const given = typeof body === 'function' ? await body() : body;
    const before = (await entries()).length;
    const wish = name === '/grants' ? { ...given, accountId } : given;
    const key = { 'idempotency-key': `written-${process.pid}-${Object.keys(examples).indexOf(name)}` };
    const first = await send(address, wish, isOfSession ? {} : key);
    expect([200, 201]).toContain(first.status);
    const [newest, ...others] = (await entries()).slice(0, -before || undefined);
    expect(others).toEqual([]);
    if (isDraft) expect(newest).toBeUndefined();
    else expect(newest).toMatchObject({ reason: hasNoReason ? null : 'Walked' });
    if (isOfSession) return;
    const again = await send(address, wish, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await entries()).length).toBe(before + (isDraft ? 0 : 1));
  },
);

it('a product that was taken offline is online again, with an entry of its own', async () => {
  const before = (await entries()).length;
  expect((await send(`${operator}/products/scripted-too/status`, { status: 'online' })).status).toBe(200);
  expect((await entries()).length).toBe(before + 1);
});

it('more credits than the portal can issue in all are refused at their field, and leave nothing', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const faults = [{ pointer: '/credits', detail: expect.stringContaining('More credits cannot be issued.') }];
  const create = () => send(`${operator}/accounts`, { name: `Rich ${process.pid}`, credits: most });
  for (const _ of ['once', 'again'])
    expect(await create()).toMatchObject({ status: 422, json: { errors: faults } });
  const empty = (await makeAccount(inject('dataFolder'), 0)).id;
  const granted = await send(`${operator}/grants`, { accountId: empty, credits: most });
  expect(granted).toMatchObject({ status: 422, json: { errors: faults } });
});
