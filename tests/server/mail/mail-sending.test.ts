import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../../server/env.ts';
import { deliverMail, mostSendMs, sendMails } from '../../../server/mail/deliver-mail.ts';
import { type NewMail, queueMail } from '../../../server/store/messages/queue-mail.ts';
import { run, statement } from '../../../server/store/sql/statement.ts';
import { freePort } from '../../setup/free-port.ts';
import { type MailServer, type Refusal, startMailServer } from '../../setup/mail-server.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const almostGivenUp = statement('UPDATE Mail SET attempts = 13, nextAttemptAt = createdAt WHERE id = ?');
const day = 24 * 3_600_000;

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farebox-mail-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const outbox = () => join(dataFolder, 'outbox');
const settingsFor = (variables: Record<string, string> = {}) =>
  readSettings({
    FAREBOX_DATA: dataFolder,
    FAREBOX_MAIL_FROM: 'Our APIs <portal@example.com>',
    ...variables,
  });

async function serve(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

describe.each(engines)('mail on $engine', ({ open }) => {
  const on = emptyForEach(open);

  const queue = (changes: Partial<NewMail> = {}) =>
    on.change(() =>
      queueMail({
        ...{
          kind: 'password-link',
          to: 'Ada@example.com',
          subject: 'Your code — 123',
          text: 'Grüße,\n.\nFarebox',
        },
        ...{ now: Date.now(), ...changes },
      }),
    );

  /** Sends in a loop until the test ends. */
  function send(variables: Record<string, string>) {
    const sending = sendMails({ settings: settingsFor(variables), store: on });
    onTestFinished(() => sending.stop());
    return sending;
  }

  /** One attempt, and the row after it. */
  async function attempt(variables: Record<string, string>, signal = new AbortController().signal) {
    const now = Date.now();
    const [mail] = await on.writer.run('claim-mail', { now, leaseUntil: now + 300_000, most: 1 });
    if (!mail) throw new Error('No mail was due.');
    await deliverMail({ settings: settingsFor(variables), store: on }, mail, signal);
    return on.mails.find(mail.id);
  }

  const state = (id: string) => expect.poll(() => on.mails.find(id));

  test('is sent, and its file has the same bytes', async () => {
    const server = await serve();
    send({ FAREBOX_SMTP_URL: server.url });
    const now = Date.now() - day;
    const id = await queue({ now });
    await state(id).toMatchObject({
      sentAt: expect.any(Date),
      nextAttemptAt: null,
      attempts: 1,
      lastError: null,
    });
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'portal@example.com', to: ['Ada@example.com'] });
    const time = new Date(now).toISOString();
    const name = `${time.slice(0, 19).replace(/[-:]/g, '')}Z-${id}.eml`;
    expect(readdirSync(outbox())).toEqual([name]);
    expect(readFileSync(join(outbox(), name), 'utf8').trimEnd()).toBe(mail?.message.trimEnd());
    expect([statSync(outbox()).mode & 0o777, statSync(join(outbox(), name)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    const [head = '', body = ''] = (mail?.message ?? '').split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: Our APIs <portal@example.com>',
        'To: Ada@example.com',
        expect.stringMatching(/^Subject: =\?UTF-8\?Q\?Your_code_=E2=80=94_123\?=$/),
        `Message-ID: <${id}@example.com>`,
        `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
        'Auto-Submitted: auto-generated',
        'Content-Type: text/plain; charset=utf-8',
      ]),
    );
    expect(body.trimEnd()).toBe('Gr=C3=BC=C3=9Fe,\r\n.\r\nFarebox');
  });

  test('is only written where there is no server', async () => {
    send({});
    const id = await queue();
    await state(id).toMatchObject({ sentAt: null, failedAt: null, nextAttemptAt: null, lastError: null });
    expect(readdirSync(outbox())).toEqual([
      expect.stringMatching(new RegExp(`^\\d{8}T\\d{6}Z-${id}\\.eml$`)),
    ]);
    expect(readFileSync(join(outbox(), readdirSync(outbox())[0] ?? ''), 'utf8')).toContain(
      'To: Ada@example.com',
    );
  });

  test('is written when it can be where there is no server', async () => {
    writeFileSync(outbox(), 'in the way');
    const id = await queue();
    expect(await attempt({})).toMatchObject({
      nextAttemptAt: expect.any(Date),
      lastError: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
    rmSync(outbox());
    await on.writer.run('retry-mail', { id, now: Date.now() });
    expect(await attempt({})).toMatchObject({ nextAttemptAt: null, lastError: null });
  });

  test('is sent although its file cannot be written', async () => {
    const server = await serve();
    writeFileSync(outbox(), 'in the way');
    await queue();
    expect(await attempt({ FAREBOX_SMTP_URL: server.url })).toMatchObject({ sentAt: expect.any(Date) });
    expect(server.mails).toHaveLength(1);
  });

  test('is sent once by two portals', async () => {
    const server = await serve();
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => queue({ subject: `Mail ${index}` })),
    );
    for (const _ of [1, 2]) send({ FAREBOX_SMTP_URL: server.url });
    for (const id of ids) await state(id).toMatchObject({ sentAt: expect.any(Date), attempts: 1 });
    const received = server.mails.map(({ message }) => /mail_[0-9a-z]+/.exec(message)?.[0]);
    expect(received.sort()).toEqual([...ids].sort());
  });

  test('is sent while the server is slow with another one', async () => {
    let finish = () => {};
    const server = await serve({
      onRcptTo({ address }, _session, done) {
        if (address === 'slow@example.com') finish = done;
        else done();
      },
    });
    const slow = await queue({ to: 'slow@example.com' });
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, index) => queue({ to: `p${index}@example.com` })),
    );
    send({ FAREBOX_SMTP_URL: server.url });
    for (const id of others) await state(id).toMatchObject({ sentAt: expect.any(Date) });
    expect(await on.mails.find(slow)).toMatchObject({ sentAt: null, attempts: 1 });
    finish();
    await state(slow).toMatchObject({ sentAt: expect.any(Date), attempts: 1 });
  });

  const login = { FAREBOX_SMTP_URL: 'smtp://portal:hunter2@127.0.0.1' };
  test.each<[string, Refusal, boolean]>([
    ['the recipient is unknown', { at: 'to', status: 550, text: 'No Ada@example.com here' }, true],
    ['the recipient is full for now', { at: 'to', status: 452 }, false],
    ['the sender is refused', { at: 'from', status: 553 }, true],
    ['the mail is refused', { at: 'data', status: 554, text: 'Spam\u0007' }, true],
    ['the mail cannot be taken now', { at: 'data', status: 451 }, false],
    ['a login is wanted', { at: 'from', status: 530 }, false],
    ['the login is refused', { at: 'auth', status: 535, text: 'Not portal with hunter2' }, false],
    ['commands are out of order', { at: 'data', status: 503 }, false],
    ['the server is too busy', { at: 'connect', status: 421 }, false],
  ])('where %s is kept with the reason', async (_what, refusal, isPermanent) => {
    const server = await serve({ refusal: () => refusal });
    await queue();
    const row = await attempt({ FAREBOX_SMTP_URL: `${login.FAREBOX_SMTP_URL}:${server.port}` });
    expect(row).toMatchObject({
      sentAt: null,
      attempts: 1,
      lastError: expect.stringContaining(`${refusal.status}`),
    });
    expect(row?.lastError).not.toMatch(/hunter2|portal|Ada|\p{Cc}/u);
    expect(row?.failedAt).toEqual(isPermanent ? expect.any(Date) : null);
    const waitMs = row?.nextAttemptAt ? row.nextAttemptAt.getTime() - Date.now() : undefined;
    if (isPermanent) expect(waitMs).toBeUndefined();
    else expect(waitMs).toBeGreaterThan(20_000);
  });

  test('waits while there is no server, and fails after its last attempt', async () => {
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    const id = await queue();
    expect(await attempt({ FAREBOX_SMTP_URL: smtpUrl })).toMatchObject({
      ...{ nextAttemptAt: expect.any(Date), lastError: expect.stringContaining('ECONNREFUSED') },
    });
    await on.change(() => run(almostGivenUp, id));
    expect(await attempt({ FAREBOX_SMTP_URL: smtpUrl })).toMatchObject({
      ...{ attempts: 14, nextAttemptAt: null, failedAt: expect.any(Date) },
    });
  });

  test('that the portal gives up when it stops is sent later', async () => {
    const stop = new AbortController();
    const server = await serve({ onData: () => stop.abort() });
    await queue();
    const startedMs = performance.now();
    expect(await attempt({ FAREBOX_SMTP_URL: server.url }, stop.signal)).toMatchObject({
      ...{ sentAt: null, failedAt: null, nextAttemptAt: expect.any(Date) },
    });
    expect(performance.now() - startedMs).toBeLessThan(mostSendMs);
  });

  test('is never sent with a password over a line that others can read', async () => {
    let logins = 0;
    const server = await serve({
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => {
        logins += 1;
        done(null, { user: 'portal' });
      },
    });
    const local = settingsFor({ FAREBOX_SMTP_URL: `${login.FAREBOX_SMTP_URL}:${server.port}` });
    if (!local.smtp) throw new Error('A server is set.');
    const settings = { ...local, smtp: { ...local.smtp, isLocal: false } };
    const id = await queue();
    const now = Date.now();
    const [mail] = await on.writer.run('claim-mail', { now, leaseUntil: now + 1, most: 1 });
    if (!mail) throw new Error('No mail was due.');
    await deliverMail({ settings, store: on }, mail, new AbortController().signal);
    expect(await on.mails.find(id)).toMatchObject({
      ...{ sentAt: null, failedAt: null, lastError: expect.stringContaining('ETLS') },
    });
    expect([logins, server.mails]).toEqual([0, []]);
  });

  test('is deleted with its file after 30 days', async () => {
    const old = await queue({ now: Date.now() - 30 * day - 60_000 });
    await attempt({});
    const recent = await queue({ now: Date.now() - 30 * day + 60_000 });
    const first = send({});
    await state(recent).toMatchObject({ nextAttemptAt: null });
    await expect.poll(() => on.mails.find(old)).toBeUndefined();
    await expect.poll(() => readdirSync(outbox())).toEqual([expect.stringContaining(recent)]);
    writeFileSync(join(outbox(), 'notes.txt'), 'mine');
    utimesSync(join(outbox(), 'notes.txt'), 0, 0);
    await first.stop();
    const stranger = '20200101T000000Z-mail_0123456789abcdef.eml';
    writeFileSync(join(outbox(), stranger), 'of a portal that is gone');
    send({});
    await expect.poll(() => readdirSync(outbox())).toEqual([expect.stringContaining(recent), 'notes.txt']);
  });
});
