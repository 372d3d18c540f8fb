import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptText } from '../../../server/portal/encrypted-text.ts';
import { readSecrets } from '../../../server/portal/read-secrets.ts';
import { createAlert } from '../../../server/store/messages/alert-jobs.ts';
import { createWebhook } from '../../../server/store/messages/webhook-jobs.ts';
import { queueDeliveries } from '../../../server/store/messages/queue-deliveries.ts';
import { makeWebhookSecret } from '../../../server/webhooks/deliver-event.ts';
import { makeAccount } from '../../setup/call-portal.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { type MailServer, startMailServer } from '../../setup/mail-server.ts';
import { queueTestMail } from '../../setup/queue-test-mail.ts';
import { runStepsIn } from '../../setup/run-steps-in.ts';
import { emptyData, type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { addMember } from '../../setup/add-member.ts';

let server: MailServer;
let portal: RunningPortal;
beforeAll(async () => {
  server = await startMailServer();
  portal = await startPortal(
    [],
    emptyData,
    {
      FAREBOX_SMTP_URL: server.url.replace('//', '//portal:hunter2@'),
      FAREBOX_MAIL_FROM: 'portal@example.com',
      FAREBOX_WEBHOOK_ALLOW: '127.0.0.1',
    },
    undefined,
    { pages: false, toolbox: false },
  );
});
afterAll(async () => {
  await portal.stop();
  await server.close();
});

test('a portal sends mails, and logs neither the recipient nor the password', async () => {
  const id = queueTestMail(portal.dataFolder, { text: 'Your code is 123456' });
  await expect.poll(() => server.mails).toMatchObject([{ to: ['ada@example.com'] }]);
  await expect.poll(portal.output).toContain(`"event":"mail-sent","mail":"${id}","kind":"password-link"`);
  expect(portal.output()).toContain('"domain":"example.com"');
  expect(portal.output()).not.toMatch(/ada@|123456|hunter2/);
});

test('a portal sends events to webhooks', async () => {
  const receiver = createServer((_request, response) => response.end());
  const port = await listenOnLoopback(receiver);
  const { id: accountId } = await makeAccount(portal.dataFolder, 0);
  const { dataFolder } = portal;
  const encryption = { purpose: 'webhook secrets', owner: 'whk_a' } as const;
  const secret = encryptText(readSecrets({ dataFolder }, undefined)[0], encryption, makeWebhookSecret());
  const webhook = { id: 'whk_a', accountId, url: `http://127.0.0.1:${port}/`, secret };
  const more = { events: ['key.revoked'], now: Date.now(), most: 1 };
  runStepsIn(dataFolder, createWebhook.steps({ ...webhook, ...more }));
  const event = { accountId, event: 'key.revoked', data: {}, now: Date.now() } as const;
  const [id] = runStepsIn(dataFolder, queueDeliveries(event));
  await once(receiver, 'request');
  await expect.poll(portal.output).toContain(`"event":"webhook-delivered","delivery":"${id}"`);
  receiver.close();
});

test('a portal tells of alerts by mail', async () => {
  const { dataFolder } = portal;
  const { id: accountId } = await makeAccount(dataFolder, 9);
  const { personId } = runStepsIn(dataFolder, addMember(accountId, 'owner'));
  const alert = { id: 'alr_a', accountId, watches: 'balance', credits: 10 } as const;
  const of = { keyId: null, personId: null, people: [personId], tellsWebhooks: false };
  runStepsIn(dataFolder, createAlert.steps({ ...alert, ...of, now: Date.now(), most: 1 }));
  await expect
    .poll(() => server.mails.filter(({ to }) => to.includes(`${personId}@example.com`)))
    .toMatchObject([{ message: expect.stringMatching(/below\s10/) }]);
});
