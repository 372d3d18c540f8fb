import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type MailServer, startMailServer } from '../../setup/mail-server.ts';
import { makePerson } from '../../setup/make-person.ts';
import { emptyData, type RunningPortal, startPortal } from '../../setup/start-portal.ts';

let server: MailServer;
let portal: RunningPortal;
beforeAll(async () => {
  server = await startMailServer();
  portal = await startPortal(
    [],
    emptyData,
    {
      FAREBOX_SMTP_URL: server.url,
      FAREBOX_MAIL_FROM: 'portal@example.com',
      FAREBOX_REGISTRATION: 'open',
    },
    undefined,
    { pages: false, toolbox: false },
  );
});
afterAll(async () => {
  await portal.stop();
  await server.close();
});

async function post(path: string, body: unknown, headers?: { cookie: string }) {
  const response = await fetch(`${portal.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = (await response.text()).replace(response.headers.get('x-request-id') ?? '', '');
  return { status: response.status, text, cookie: response.headers.get('set-cookie') };
}

test('a mailed code signs in once; known and unknown addresses get the same responses', async () => {
  const ada = await makePerson(portal.dataFolder);
  const known = { email: ada.email.toUpperCase() };
  const unknown = { email: 'nobody@example.com' };
  const asked = await post('/api/session/mail-code', known);
  expect(asked).toEqual({ status: 204, text: '', cookie: null });
  expect(await post('/api/session/mail-code', unknown)).toEqual(asked);
  await expect.poll(() => server.mails).toMatchObject([{ to: [ada.email] }]);
  const code = /^(\d{4} \d{4})\r$/m.exec(server.mails[0]?.message ?? '')?.[1] ?? '';

  const signIn = (who: object, given: string) => post('/api/session', { ...who, code: given });
  const wrong = await signIn(unknown, code);
  expect(wrong).toMatchObject({ status: 401, cookie: null });
  expect(wrong.text).toContain('"code":"wrong-code"');
  const other = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  expect(await signIn(known, other)).toEqual(wrong);
  const reply = await signIn(known, code);
  expect(reply).toMatchObject({ status: 200, cookie: expect.stringContaining('farebox_session=') });
  expect(await signIn(known, code)).toEqual(wrong);

  const headers = { cookie: reply.cookie?.split(';', 1)[0] ?? '' };
  const ways = await fetch(`${portal.url}/api/session/confirmation`, { headers });
  expect(await ways.json()).toMatchObject({ ways: ['password'], mailCode: true });
  const password = 'violin harbor cactus';
  expect(await post('/api/password', { password }, headers)).toMatchObject({ status: 204 });
  expect(await post('/api/session', { email: ada.email, password })).toMatchObject({ status: 200 });
  expect(portal.output()).not.toContain(code.replace(' ', ''));
});

test('the subject of the mail does not have the code, because it is listed for operators who must not read it', async () => {
  const ada = await makePerson(portal.dataFolder);
  const viewer = await makePerson(portal.dataFolder, { role: 'viewer' });
  const subjects = async () => {
    const reply = await fetch(`${portal.url}/api/operator/mails`, { headers: viewer.headers });
    const { list } = z
      .object({ list: z.array(z.object({ kind: z.string(), subject: z.string() })) })
      .parse(await reply.json());
    return list.filter(({ kind }) => kind === 'sign-in-code').map(({ subject }) => subject);
  };
  const before = await subjects();
  await post('/api/session/mail-code', { email: ada.email });
  await expect.poll(subjects).toEqual(['Your code for Farebox', ...before]);
  expect(new Set(await subjects())).toEqual(new Set(['Your code for Farebox']));
});

test('is what a person is told to have mailed who registers again', async () => {
  const ada = await makePerson(portal.dataFolder);
  const mail = () => server.mails.find(({ to, message }) => to[0] === ada.email && /account/.test(message));
  expect(await post('/api/registration', { email: ada.email })).toMatchObject({ status: 204 });
  const text = () => mail()?.message.replaceAll('=\r\n', '');
  await expect.poll(text).toContain('have a code emailed there');
});

test('is not mailed to an address that is none', async () => {
  expect(await post('/api/session/mail-code', { email: 'ada' })).toMatchObject({ status: 422 });
  expect(await post('/api/session', { email: 'ada@example.com', code: '123' })).toMatchObject({
    status: 422,
  });
});
