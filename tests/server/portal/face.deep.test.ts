import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defaultFace } from '../../../lib/face/face.ts';
import { makeAccount } from '../../setup/call-portal.ts';
import { keepDatabaseUrl } from '../../setup/data-place.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { type MailServer, startMailServer } from '../../setup/mail-server.ts';
import { makePerson, type TestPerson } from '../../setup/make-person.ts';
import { queueTestMail } from '../../setup/queue-test-mail.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';

let server: MailServer;
let portal: RunningPortal;
let owner: TestPerson;
let suspended: Awaited<ReturnType<typeof makeAccount>>;
beforeAll(async () => {
  server = await startMailServer();
  const mail = { FAREBOX_SMTP_URL: server.url, FAREBOX_MAIL_FROM: 'portal@example.com' };
  portal = await startPortal([], undefined, mail);
  owner = await makePerson(portal.dataFolder);
  suspended = await makeAccount(portal.dataFolder, 1);
  await change(`accounts/${suspended.id}/suspension`, { suspended: true, reason: 'Test' });
});
afterAll(async () => {
  await portal.stop();
  await server.close();
});

const text = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(portal.url + path, { headers })).text();

function change(what: string, body: object): Promise<Response> {
  return fetch(`${portal.url}/api/operator/${what}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json', origin: portal.url },
    body: JSON.stringify(body),
  });
}

async function initialized(): Promise<string> {
  const response = await fetch(`${portal.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    }),
  });
  return response.text();
}

/** All that says the name of the portal, to people and to programs. */
async function carriers(): Promise<Record<string, string>> {
  const page = await text('/docs', { accept: 'text/html' });
  const first = await text('/', { accept: 'text/html' });
  return {
    title: /<title>([^<]*)/.exec(page)?.[1] ?? '',
    'first title': /<title>([^<]*)/.exec(first)?.[1] ?? '',
    header: /<header[\s\S]*?<\/header>/.exec(page)?.[0] ?? '',
    footer: /<footer[\s\S]*?<\/footer>/.exec(page)?.[0] ?? '',
    main: /<main[\s\S]*?<h1/.exec(first)?.[0] ?? '',
    style: /<style data-precedence="face"[^>]*>[^<]*/.exec(page)?.[0] ?? '',
    icon: /<link rel="icon"[^>]*>/.exec(page)?.[0] ?? '',
    llms: (await text('/llms.txt')).slice(0, 600),
    openapi: z
      .object({ info: z.looseObject({}) })
      .transform(({ info }) => JSON.stringify(info))
      .parse(JSON.parse(await text('/openapi.json'))),
    oauth: await text('/.well-known/oauth-protected-resource/mcp'),
    agents: await initialized(),
    badge: await text('/products/qr-code/badge.svg'),
    refusal: (await text('/api/session', { authorization: `Bearer ${suspended.key}` })).replace(
      /,"requestId.*/,
      '',
    ),
    remedy: await text('/problems/egress-blocked.md'),
  };
}

const acme = {
  name: 'Acme APIs',
  sentence: 'Weather, maps and money.',
  contact: 'help@acme.example',
  accent: '#1d4ed8',
  announcement: { text: 'Maintenance on Sunday', link: null },
  headerLinks: [{ text: 'Status', address: 'https://status.acme.example/' }],
};

test('what an operator changes is at once in all that shows it, and a portal that goes back answers as before', async () => {
  await carriers();
  // From the second time on, answers are kept.
  const before = await carriers();
  expect(before).toMatchObject({
    'first title': 'Farebox: know the fare before you ride',
    header: expect.stringContaining('Farebox'),
    llms: expect.stringMatching(/^# Farebox\n/),
    oauth: expect.stringContaining('"resource_name":"Farebox"'),
  });
  expect(JSON.stringify(before)).not.toContain('Acme');
  const { version: _, pictures: _pictures, ...standard } = defaultFace;
  expect((await change('portal', { ...standard, after: 0, ...acme })).status).toBe(200);
  expect(await carriers()).toMatchObject({
    title: expect.stringMatching(/ · Acme APIs$/),
    'first title': 'Acme APIs: Weather, maps and money',
    header: expect.stringMatching(
      /Acme APIs[\s\S]*https:\/\/status\.acme\.example\/[\s\S]*Maintenance on Sunday/,
    ),
    footer: expect.stringMatching(/Weather, maps and money\.[\s\S]*mailto:help@acme\.example/),
    main: expect.stringContaining('Weather, maps and money.'),
    style: expect.stringContaining('--accent: light-dark(#1d4ed8, '),
    llms: expect.stringMatching(
      /^# Acme APIs\n\n> Weather, maps and money\. A portal[\s\S]*help@acme\.example/,
    ),
    openapi: expect.stringMatching(/"title":"Acme APIs".*"contact":\{"email":"help@acme\.example"\}/),
    oauth: expect.stringContaining('"resource_name":"Acme APIs"'),
    agents: expect.stringMatching(/"title":"Acme APIs".*Weather, maps and money\..*help@acme\.example/),
    badge: expect.stringContaining('#1d4ed8'),
    refusal: expect.stringContaining('Ask the operator of this portal (help@acme.example) for the reason.'),
    remedy: expect.stringContaining('Tell the operator of this portal (help@acme.example)'),
  });
  queueTestMail(portal.dataFolder, { subject: 'Choose a password for Farebox' });
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail?.message).toMatch(/^From: "?Acme APIs/m);
  expect(mail?.message).toContain('Subject: Choose a password for Acme APIs');
  expect(mail?.message).toContain('help@acme.example');
  expect((await change('portal', { ...standard, after: 1 })).status).toBe(200);
  expect(await carriers()).toEqual(before);
});

test('other portals of a database show a change, too', async () => {
  const databaseUrl = await makePostgresDatabase('empty');
  const prepare = (folder: string) => Promise.resolve(keepDatabaseUrl(folder, databaseUrl));
  const bare = { pages: false, toolbox: false };
  const portals = [
    await startPortal([], prepare, {}, undefined, bare),
    await startPortal([], prepare, {}, undefined, bare),
  ];
  const [one, other] = portals;
  try {
    const { version: after, pictures: _, ...texts } = defaultFace;
    const llms = async () => (await fetch(`${other?.url}/llms.txt`)).text();
    for (const _time of [1, 2]) expect(await llms()).toMatch(/^# Farebox\n/);
    const { headers } = await makePerson(one?.dataFolder ?? '');
    const changed = await fetch(`${one?.url}/api/operator/portal`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', origin: one?.url ?? '' },
      body: JSON.stringify({ ...texts, after, name: 'Acme APIs' }),
    });
    expect(changed.status).toBe(200);
    await expect.poll(llms).toMatch(/^# Acme APIs\n/);
  } finally {
    for (const running of portals) await running.stop();
  }
});
