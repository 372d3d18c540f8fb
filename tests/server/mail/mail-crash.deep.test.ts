import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../../server/env.ts';
import { deliverMail } from '../../../server/mail/deliver-mail.ts';
import { openOwnStore } from '../../../server/store/sqlite/open-own-store.ts';
import { builtScript } from '../../setup/built-script.ts';
import { startMailServer } from '../../setup/mail-server.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { queueTestMail } from '../../setup/queue-test-mail.ts';
import { signalOf } from '../gateway/gateway-rig.ts';

test('a mail that a portal was sending at kill -9 is sent when its lease ends', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'farebox-mail-crash-'));
  await makeDatabase(join(dataFolder, 'farebox.db'));
  const id = queueTestMail(dataFolder);
  const begun = signalOf();
  const silent = await startMailServer({ onData: () => begun.give() });
  const script = await builtScript(new URL('./mail-crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataFolder, silent.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  await begun.given;
  child.kill('SIGKILL');
  await exited;
  await silent.close();

  const server = await startMailServer();
  const store = await openOwnStore(dataFolder);
  const settings = readSettings({
    ...{ FAREBOX_DATA: dataFolder, FAREBOX_SMTP_URL: server.url, FAREBOX_MAIL_FROM: 'portal@example.com' },
  });
  const claimAt = (now: number) =>
    store.writer.run('claim-mail', { now, leaseUntil: now + 300_000, most: 10 });
  try {
    expect(await store.mails.find(id)).toMatchObject({ attempts: 1, sentAt: null });
    expect(await claimAt(Date.now())).toEqual([]);
    const [mail] = await claimAt(Date.now() + 300_000);
    if (!mail) throw new Error('The mail is lost.');
    await deliverMail({ settings, store }, mail, new AbortController().signal);
    expect(await store.mails.find(id)).toMatchObject({ attempts: 2, sentAt: expect.any(Date) });
    expect(server.mails).toMatchObject([{ to: ['ada@example.com'] }]);
  } finally {
    await store.close();
    await server.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
