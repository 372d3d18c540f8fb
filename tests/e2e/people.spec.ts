import type { Page } from '@playwright/test';
import { createOperator } from '../../cli/operators.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { expect, test, untilKeysWork, visit } from './journey.ts';

const password = 'brolly tunnel waxing 77';
const newPassword = 'violin harbor cactus';

/** The address of a new operator, and the token of the link to choose a password. */
async function makeOperator(): Promise<{ email: string; token: string }> {
  const email = `ada${Math.random().toString(36).slice(2)}@example.com`;
  const link = await createOperator({ email, name: 'Ada Lovelace', role: 'owner' });
  return { email, token: link.split('#')[1] ?? '' };
}

test.use({ refusals: [401, 410, 422] });

const profile = (page: Page) => page.getByRole('heading', { level: 1, name: 'Profile' });

test('chooses a password with a link, signs out and in again, and changes the password', async ({ page }) => {
  const { email, token } = await makeOperator();
  await visit(page, `/password#${token}`);
  await untilKeysWork(page);
  await page.getByLabel('New password').fill('password12');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password is easy to guess.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(profile(page)).toBeVisible();
  // The token is neither in the address nor one step back.
  expect(page.url()).not.toContain(token);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Signed in as Ada Lovelace' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in with an email address.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByLabel('Password').fill('wrong');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(profile(page)).toBeVisible();

  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password was changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
});

test('ends the session of another browser', { tag: '@deep' }, async ({ page, playwright, baseURL }) => {
  const { email, token } = await makeOperator();
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' };
  const phone = await playwright.request.newContext({ baseURL: baseURL ?? '', extraHTTPHeaders: headers });
  await phone.post('/api/password', { data: { token, password } });
  await page.request.post('/api/session', { data: { email, password } });
  await visit(page, '/profile');
  const row = page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' });
  await expect(row).toBeVisible();
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'End the session of Safari on iPhone' }).click();
  await expect(row).toBeHidden();
  expect((await phone.get('/api/sessions')).status()).toBe(401);
  await phone.dispose();
});

test('says that a link to set up is over', { tag: '@deep' }, async ({ page }) => {
  await makeOperator();
  await visit(page, '/setup#0000');
  await untilKeysWork(page);
  await page.getByLabel('Name').fill('Eve');
  await page.getByLabel('Email').fill('eve@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create operator' }).click();
  await expect(page.getByText('This portal has an operator already.')).toBeVisible();
  const way = page.getByRole('main').getByRole('link', { name: 'Sign in' });
  await expect(way).toHaveAttribute('href', '/sign-in');
  await expectAccessible(page);
});
