import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDatabase } from '../../setup/make-database.ts';
import { queueTestMail } from '../../setup/queue-test-mail.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { changeRows } from '../../setup/rows.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farebox-mail-'));
  await makeDatabase(join(dataFolder, 'farebox.db'));
  vi.stubEnv('FAREBOX_DATA', dataFolder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataFolder, { recursive: true, force: true });
});

const farebox = (...args: string[]) => runFarebox(dataFolder, ['mail', ...args]);

const stateOf = async (state: string) => changeRows(dataFolder, `UPDATE Mail SET ${state}`);

test('mail list shows the newest first, without their texts', async () => {
  expect(await farebox('list')).toEqual({ code: 0, out: 'There are no emails.\n', err: '' });
  const now = Date.UTC(2026, 10, 24, 7, 8);
  const first = queueTestMail(dataFolder, { now, text: 'Your code is 123456' });
  await stateOf(`failedAt = ${now}, nextAttemptAt = NULL, lastError = 'Unknown'`);
  const second = queueTestMail(dataFolder, { now, kind: 'password-changed', subject: 'Low balance' });
  const { out } = await farebox('list');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^ID +TIME +STATE +KIND +TO +SUBJECT +ERROR$/),
    expect.stringMatching(
      `^${second}  2026-11-24 07:08  waiting  password-changed  +ada@example.com  Low balance$`,
    ),
    expect.stringMatching(
      `^${first}  2026-11-24 07:08  failed   password-link +ada@example.com  Welcome +Unknown$`,
    ),
    '',
  ]);
  const json = await farebox('list', '--json');
  expect(JSON.parse(json.out)).toMatchObject([
    { id: second, state: 'waiting' },
    { id: first, state: 'failed' },
  ]);
  expect(json.out).not.toContain('123456');
});

test('mail show prints a mail', async () => {
  const now = Date.UTC(2026, 10, 24, 7, 8);
  const id = queueTestMail(dataFolder, { now, text: 'Open https://apis.example.com/#abc\n' });
  expect((await farebox('show', id)).out).toBe(
    'To: ada@example.com\nSubject: Welcome\nDate: 2026-11-24T07:08:00.000Z\nState: waiting\n\nOpen https://apis.example.com/#abc\n',
  );
  await stateOf(`nextAttemptAt = NULL, lastError = 'Busy'`);
  expect((await farebox('show', id)).out).toContain('State: written\nLast error: Busy\n\n');
  expect(await farebox('show', 'mail_x')).toEqual({
    ...{ code: 2, out: '', err: 'There is no email "mail_x". "farebox mail list" lists the newest ones.\n' },
  });
});

test('mail retry makes a mail due that was not sent', async () => {
  const id = queueTestMail(dataFolder);
  await stateOf('failedAt = 1, nextAttemptAt = NULL');
  expect(await farebox('retry', id)).toEqual({
    code: 0,
    out: `${id} is queued. A running portal sends it within seconds.\n`,
    err: '',
  });
  expect((await farebox('show', id)).out).toContain('State: waiting\n');
  await stateOf(`leaseUntil = ${Date.now() + 60_000}`);
  expect((await farebox('retry', id)).err).toBe('This email is being sent. Check again in five minutes.\n');
  await stateOf('leaseUntil = NULL, nextAttemptAt = NULL, sentAt = 1');
  expect((await farebox('retry', id)).err).toBe('This email was already sent, so it is not sent again.\n');
  expect((await farebox('retry', 'mail_x')).err).toBe('There is no email "mail_x".\n');
});
