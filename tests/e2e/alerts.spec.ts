import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { createAccount, inviteToAccount } from '../../cli/work/accounts.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { makePerson } from '../setup/make-person.ts';
import { readRows } from '../setup/rows.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test.use({ refusals: [422] });

/** Signs somebody in as the owner of a new account, and returns its name. */
async function ownAccount(page: Page): Promise<string> {
  const account = `Alerts ${Math.random().toString(36).slice(2, 8)}`;
  await createAccount(account, 100, undefined);
  const link = await inviteToAccount({ account, role: 'owner' });
  const { headers } = await makePerson(dataFolder, { role: null, name: 'Ada Lovelace' });
  await bringSession(page, headers);
  const joined = await page.request.post('/api/join', { data: { token: link.split('#')[1] } });
  expect(joined.status()).toBe(204);
  return account;
}

test('an owner adds an alert, calls until it is reached, and sees it', { tag: ['@deep', '@phone'] }, async ({
  page,
}) => {
  const account = await ownAccount(page);
  await visit(page, '/credits');
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByText('No alerts.')).toBeVisible();
  await expectAccessible(page);
  await alerts.getByRole('button', { name: 'Add alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add alert' });
  await expect(dialog.getByRole('group', { name: 'Write an email to' })).toContainText(
    'This portal does not send email: the operator reads it',
  );
  await dialog.getByRole('combobox', { name: /^When/ }).selectOption('Daily spending reaches');
  await dialog.getByLabel('Credits').fill('5');
  await dialog.getByRole('combobox', { name: /^Spending by/ }).selectOption('Ada Lovelace');
  await expect(dialog.getByRole('checkbox', { name: /^Ada Lovelace/ })).toBeChecked();
  await expectAccessible(page);
  await expectNothingWider(page);
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  await expect(dialog).toBeHidden();
  const row = alerts.getByRole('listitem');
  await expect(row).toContainText('Ada Lovelace spends 5 credits or more in a day');
  await expect(row).toContainText(
    'Not reached yet · Notifies Ada Lovelace: no webhook is subscribed to alert.reached',
  );

  const call = (size: number) =>
    page.request.post('/api/product/developer/call/scripted', { data: { size } });
  for (const size of [4, 1]) expect((await call(size)).status()).toBe(200);
  const rowOfNow = () => page.reload().then(() => row.textContent());
  await expect.poll(rowOfNow, { timeout: 120_000 }).toMatch(/Reached \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  const mails = await readRows<{ subject: string }>(dataFolder, 'SELECT subject FROM Mail');
  expect(JSON.stringify(mails)).toContain(`Ada Lovelace of ${account} has spent 5`);
  await expectAccessible(page);
  await expectNothingWider(page);

  await untilKeysWork(page);
  await row.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(alerts.getByText('No alerts.')).toBeVisible();
});

test('an owner adds a webhook, saves its secret, sends a test, changes, disables and deletes it', {
  tag: '@phone',
}, async ({ page }) => {
  await ownAccount(page);
  const received: { body: string; headers: Record<string, string> }[] = [];
  let mayAnswer!: () => void;
  const answered = new Promise<void>((resolve) => (mayAnswer = resolve));
  const receiver = createServer((request, response) => {
    void text(request).then(async (body) => {
      const named = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ body, headers: z.record(z.string(), z.string()).parse(Object.fromEntries(named)) });
      await answered;
      response.end();
    });
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(receiver)}/`;
  await visit(page, '/keys');
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(webhooks.getByText('No webhooks.')).toBeVisible();
  await webhooks.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Address').fill('http://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toContainText('not on the public internet');
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have saved it' }).click();

  const row = webhooks.getByRole('listitem').filter({ hasText: url });
  await expect(row).toContainText('alert.reached, approval.decided, key.created, key.rotated, key.revoked');
  await row.getByRole('button', { name: 'Send a test' }).click();
  await expect(row).toContainText('webhook.test');
  await expect(row).toContainText('Sending');
  mayAnswer();
  await expect(row).toContainText('Delivered, status 200');
  const [event] = received.map(({ body, headers }) => new Webhook(secret).verify(body, headers));
  expect(event).toMatchObject({ type: 'webhook.test' });
  await expectAccessible(page);
  await expectNothingWider(page);
  await row.getByRole('button', { name: 'Change' }).click();
  const changing = page.getByRole('dialog', { name: 'Change webhook' });
  await changing.getByLabel('alert.reached').uncheck();
  await expectAccessible(page);
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('key.created, key.rotated, key.revoked · since');
  await row.getByRole('button', { name: 'Change' }).click();
  await changing.getByLabel('Enabled').uncheck();
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('disabled since');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(webhooks.getByText('No webhooks.')).toBeVisible();
  receiver.closeAllConnections();
  receiver.close();
});
