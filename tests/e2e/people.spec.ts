import type { Page } from '@playwright/test';
import { createOperator } from '../../cli/work/people.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, test, untilKeysWork, visit } from './journey.ts';

const password = 'brolly tunnel waxing 77';
const newPassword = 'violin harbor cactus';

/** The address of a new operator, and the token of the link to choose a password. */
async function makeOperator(): Promise<{ email: string; token: string }> {
  const email = `ada${Math.random().toString(36).slice(2)}@example.com`;
  const link = await createOperator({ email, name: 'Ada Lovelace', role: 'owner' });
  return { email, token: link.split('#')[1] ?? '' };
}

test.use({ refusals: [401, 404, 410, 422] });

const profile = (page: Page) => page.getByRole('heading', { level: 1, name: 'Profile' });
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' });

test('chooses a password with a link, signs out and in again, and changes the password', {
  tag: '@phone',
}, async ({ page }) => {
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
  await expect(overview(page)).toBeVisible();
  // The token is neither in the address nor one step back.
  expect(page.url()).not.toContain(token);
  await visit(page, '/profile');
  await expect(profile(page)).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signed in as Ada Lovelace' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in with an email address.')).toBeVisible();
  await visit(page, '/sign-in');
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByLabel('Password').fill('wrong');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(overview(page)).toBeVisible();

  await visit(page, '/profile');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password was changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
});

test('says at once that a portal is set up, and that a link is incomplete', { tag: '@deep' }, async ({
  page,
}) => {
  await makeOperator();
  await visit(page, '/setup#0000');
  await expect(page.getByText('This portal already has an operator.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const way = page.getByRole('main').getByRole('link', { name: 'Sign in' });
  await expect(way).toHaveAttribute('href', '/sign-in');
  await expectAccessible(page);
  for (const path of ['/password', '/join']) {
    await visit(page, path);
    await expect(page.getByText('The link is incomplete.')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
  }
});

test('who has no role, or may not see a receipt, learns as whom they are signed in', {
  tag: ['@deep', '@phone'],
}, async ({ page }) => {
  const { headers } = await makePerson(process.env['FAREBOX_TEST_DATA'] ?? '', {
    role: null,
    name: 'Bo Lee',
  });
  await bringSession(page, headers);
  for (const [path, words] of [
    ['/operator/keys', 'You are signed in as Bo Lee, without an operator role.'],
    ['/calls/call_none', 'You are signed in as Bo Lee. Another account may have made the call.'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in as somebody else' })).toBeVisible();
    await expectAccessible(page);
  }
});
