import { expectAccessible } from '../setup/expect-accessible.ts';
import { readRows } from '../setup/rows.ts';
import { testPassword } from '../setup/make-person.ts';
import { expect, test, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test.use({ refusals: [422] });

test('registers by the link of a mail, and has credits to begin with', { tag: '@deep' }, async ({ page }) => {
  const email = `newcomer.${process.pid}.${Date.now()}@example.com`;
  await visit(page, '/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('Email').fill('newcomer');
  await page.getByLabel('Email').evaluate((field: HTMLInputElement) => (field.type = 'text'));
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByText('Enter an email address, such as ada@example.com.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'ask them for the link' })).toBeVisible();
  await expectAccessible(page);

  const mails = await readRows<{ text: string }>(dataFolder, 'SELECT text FROM Mail WHERE "to" = ?', email);
  const [link = ''] = /http\S+\/register#\S+/.exec(mails[0]?.text ?? '') ?? [];
  await visit(page, link.slice(link.indexOf('/register')));
  await page.getByLabel('Name').fill('Nia Newcomer');
  await page.getByLabel('Password').fill('password123456');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByText('This password is easy to guess.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/');
  await visit(page, '/credits');
  await expect(page.getByText('40', { exact: true }).first()).toBeVisible();
  await visit(page, '/profile');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
});

test('a link that is pasted into the open page is shown there', { tag: '@deep' }, async ({ page }) => {
  const email = `pasted.${process.pid}.${Date.now()}@example.com`;
  await visit(page, '/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'ask them for the link' })).toBeVisible();
  const mails = await readRows<{ text: string }>(dataFolder, 'SELECT text FROM Mail WHERE "to" = ?', email);
  const [link = ''] = /http\S+\/register#\S+/.exec(mails[0]?.text ?? '') ?? [];
  // Only what follows the # is new, so that the browser loads nothing.
  const answer = await page.goto(link.slice(link.indexOf('/register')));
  expect(answer).toBeNull();
  await expect(page.getByText(`This link is for ${email}.`)).toBeVisible();
  await expect(page.getByText('ask them for the link')).toBeHidden();
  await page.getByLabel('Name').fill('Nia Newcomer');
  await page.getByLabel('Password').fill(testPassword);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/');
});
