import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

test('an operator shows a product to one account alone, and takes it away from the other side', async ({
  page,
  request,
}) => {
  const slug = `seen-${Math.random().toString(36).slice(2)}`;
  await publishProducts(dataFolder, upstream, [{ slug }]);
  const account = await makeAccount(dataFolder, 100);
  await bringSession(page, (await makePerson(dataFolder, { role: 'owner' })).headers);
  const info = (headers: Record<string, string>) => request.get(`/api/product/info?id=${slug}`, { headers });
  const key = { authorization: `Bearer ${account.key}` };

  await visit(page, `/operator/products/${slug}`);
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Change… who sees' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Chosen accounts' }).check();
  await expectAccessible(page);
  await expectNothingWider(page);
  await dialog.getByRole('button', { name: 'Change who sees it' }).click();
  await expect(page.getByText('No account is chosen yet: only operators see it.')).toBeVisible();
  expect((await info(key)).status()).toBe(404);

  await page.getByRole('button', { name: 'Choose an account…' }).click();
  await dialog.getByLabel('Account').fill(account.id);
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Accounts that are chosen for it' });
  await expect(rows.getByRole('link')).toHaveCount(1);
  await expectAccessible(page);
  await expectNothingWider(page);
  expect((await info(key)).status()).toBe(200);
  expect((await info({})).status()).toBe(404);

  await rows.getByRole('link').click();
  const products = page.getByRole('table', { name: 'Products that the account is chosen for' });
  await expect(products.getByRole('link', { name: slug })).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await products.getByRole('button', { name: `Take off… ${slug}` }).click();
  await dialog.getByRole('button', { name: 'Take off' }).click();
  await expect(page.getByText('None. It sees what everyone who is signed in sees.')).toBeVisible();
  expect((await info(key)).status()).toBe(404);
});

async function signInByKey(page: Page, key: string) {
  await visit(page, '/keys');
  await untilKeysWork(page);
  await page.getByLabel('Sign in with an API key').fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByText('100').first()).toBeVisible();
}

test('an account asks to call a product on its page, and an operator approves it', async ({ page }) => {
  const slug = `asked-${Math.random().toString(36).slice(2)}`;
  await publishProducts(dataFolder, upstream, [{ slug }]);
  const account = await makeAccount(dataFolder, 100);
  const { headers } = await makePerson(dataFolder, { role: 'owner' });
  await bringSession(page, headers);
  await visit(page, `/operator/products/${slug}`);
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Change… who sees' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Calls need approval').check();
  await dialog.getByRole('button', { name: 'Change who sees it' }).click();
  await expect(page.getByText('Calls need approval.')).toBeVisible();

  // Who looks after the portal belongs to no account, and a guest has yet to sign in.
  await visit(page, `/products/${slug}`);
  await untilKeysWork(page);
  await expect(page.getByText('You belong to no account. Only accounts are approved.').first()).toBeVisible();
  await page.context().clearCookies();
  await visit(page, `/products/${slug}`);
  await untilKeysWork(page);
  await expect(page.getByRole('button', { name: 'Ask for approval…' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in to ask for approval' }).first()).toHaveAttribute(
    'href',
    `/sign-in?from=/products/${slug}`,
  );
  await expectAccessible(page);

  await signInByKey(page, account.key);
  await visit(page, `/products/${slug}`);
  await untilKeysWork(page);
  await expect(page.getByText(`Calls of ${slug} need the approval of an operator.`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Ask for approval…' }).click();
  await dialog.getByLabel('What you need it for').fill('For our shop.');
  await expectAccessible(page);
  await expectNothingWider(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account has asked for it').first()).toBeVisible();
  const asked = page.getByRole('status').filter({ hasText: 'Asked on' });
  await expect(asked).toContainText('For our shop.');
  await expect(asked).toContainText('Pending');
  await expect(page.getByRole('button', { name: /^Ask / })).toHaveCount(0);
  await expectAccessible(page);
  await expectNothingWider(page);

  await page.context().clearCookies();
  await bringSession(page, headers);
  await visit(page, '/operator/requests?state=open');
  await untilKeysWork(page);
  const row = page.getByRole('row').filter({ hasText: slug });
  await expect(row).toContainText('For our shop.');
  await expectAccessible(page);
  await expectNothingWider(page);
  await row.getByRole('button', { name: 'Decline…' }).click();
  await dialog.getByLabel('Reason').fill('Not this year.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(row).toHaveCount(0);

  await page.context().clearCookies();
  await signInByKey(page, account.key);
  await visit(page, `/products/${slug}`);
  await untilKeysWork(page);
  await expect(asked).toContainText('Declined');
  await expect(asked).toContainText('Not this year.');
  await page.getByRole('button', { name: 'Ask again…' }).click();
  await dialog.getByLabel('What you need it for').fill('Next year, then.');
  await page.keyboard.press('Enter');
  await expect(asked).toContainText('Next year, then.');

  await page.context().clearCookies();
  await bringSession(page, headers);
  await visit(page, '/operator/requests?state=open');
  await untilKeysWork(page);
  await row.getByRole('button', { name: 'Approve…' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);
});
