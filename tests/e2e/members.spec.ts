import type { Page } from '@playwright/test';
import { createAccount, inviteToAccount, setSuspension } from '../../cli/work/accounts.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { bringSession, expect, test, untilKeysWork, visit, chooseAccount } from './journey.ts';

const portalUrl = process.env['FAREBOX_TEST_URL'] ?? '';
const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const password = 'brolly tunnel waxing 77';

test.use({ refusals: [402, 410] });

/** Joins with the link of an invitation, as a new person. */
async function join(page: Page, link: string, name: string): Promise<void> {
  // The command line does not know the port of the tests.
  await visit(page, link.slice(link.indexOf('/join#')));
  await expect(page.getByText('You are invited to')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}${Math.random()}@example.com`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
}

test('an owner invites, and the invited joins, makes a key, calls, and meets the limit', async ({
  page,
  browser,
}) => {
  const name = `Team ${Math.random().toString(36).slice(2, 8)}`;
  await createAccount(name, 100, undefined);
  await join(page, await inviteToAccount({ account: name, role: 'owner' }), 'Ada');
  const ada = page.getByRole('listitem').filter({ hasText: 'owner' });
  await expect(ada).toContainText('You are the only owner: to leave, make another member an owner first.');
  await expect(ada.getByRole('button', { name: 'Leave' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Total').fill('5');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const link = await page.getByText('/join#').innerText();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw the invitation' })).toBeVisible();

  const other = await browser.newContext();
  const guest = await other.newPage();
  await visit(guest, link.slice(link.indexOf('/join#')));
  await expect(guest.getByText('You can spend 5 credits in total.')).toBeVisible();
  await join(guest, link, 'Bob');
  await expect(guest.getByRole('button', { name: 'Invite' })).toBeHidden();

  await visit(guest, '/keys');
  await untilKeysWork(guest);
  await guest.getByRole('button', { name: 'Create API key' }).click();
  await guest.getByLabel('Name').fill('Laptop');
  await guest.getByRole('button', { name: 'Create key' }).click();
  const key = await guest.getByText(/^fb_\w{30,}$/).innerText();
  await guest.getByRole('button', { name: 'I have saved it' }).click();
  await expect(guest.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('of Bob');
  await expectAccessible(guest);

  const call = (headers: Record<string, string> = {}) =>
    guest.request.post('/api/product/developer/call/scripted', { data: { size: 3 }, headers });
  expect((await call({ authorization: `Bearer ${key}` })).headers()['farebox-credits-charged']).toBe('3');
  const refused: unknown = await (await call()).json();
  expect(refused).toMatchObject({
    code: 'over-cap',
    detail:
      'The member "Bob" can spend 5 credits in total. 3 are spent or on hold, and this call needs 3. Owners and admins of the account can raise the limit.',
  });
  // The ticket says so before the click.
  await visit(guest, '/products/scripted');
  const fare = guest.getByRole('complementary', { name: 'Price of this call' });
  await expect(fare.getByRole('button', { name: 'Call' })).toHaveAttribute('aria-disabled', 'false');
  await guest.getByLabel(/^size/i).first().fill('3');
  await expect(fare).toContainText('You can spend 2: The member "Bob" can spend 5 credits in total.');
  await expect(fare).toContainText('Owners and admins of the account can raise the limit.');
  await expect(fare.getByRole('button', { name: 'Over a limit' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(guest);

  await visit(guest, '/credits');
  await expect(guest.getByRole('region', { name: 'Balance' })).toContainText('You can spend2');

  await visit(page, '/members');
  await untilKeysWork(page);
  const bob = page.getByRole('listitem').filter({ hasText: 'Bob' });
  await expect(bob.getByRole('meter', { name: 'Total' })).toHaveAttribute('aria-valuetext', '3 of 5 credits');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change Bob' }).click();
  await page.getByRole('textbox', { name: 'Total' }).fill('50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByRole('meter', { name: 'Total' })).toHaveAttribute(
    'aria-valuetext',
    '3 of 50 credits',
  );
  await visit(guest, '/products/scripted');
  await untilKeysWork(guest);
  await expect(fare).toContainText('You can spend47');
  await page.getByRole('button', { name: 'Remove Bob' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(bob).toBeHidden();
  await fare.getByRole('button', { name: 'Call' }).click();
  await expect(guest.getByText(`You are no longer a member of ${name}`)).toBeVisible();
  await expect(fare).toContainText('you share these credits with the guests on your network');
  await expectAccessible(guest);
  await visit(guest, '/credits');
  await expect(guest.getByText('You are signed in, but you do not belong to an account.')).toBeVisible();
  await expect(guest.getByText('You are a guest')).toBeHidden();
  await expectAccessible(guest);
  await other.close();
});

test('every page says that the account is suspended, and no call is offered', {
  tag: ['@phone', '@deep'],
}, async ({ page }) => {
  const name = `Team ${Math.random().toString(36).slice(2, 8)}`;
  await createAccount(name, 100, undefined);
  await join(page, await inviteToAccount({ account: name, role: 'owner' }), 'Cleo');
  const banner = page.getByRole('region', { name: 'Account suspended' });
  await expect(banner).toBeHidden();
  await setSuspension(name, true, undefined);
  for (const path of ['/', '/credits', '/products/scripted', '/keys']) {
    await visit(page, path);
    await expect(banner).toContainText(`The account ${name} is suspended.`);
  }
  for (const [path, name] of [
    ['/keys', 'Create API key'],
    ['/keys', 'Add webhook'],
    ['/members', 'Invite'],
    ['/credits', 'Add alert'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await visit(page, '/connect');
  await expect(page.getByText('The account is suspended, so it cannot get new API keys.')).toBeVisible();
  await visit(page, '/products/scripted');
  const fare = page.getByRole('complementary', { name: 'Price of this call' });
  await expect(fare).toContainText('This account is suspended. Ask the operator');
  await expect(fare.getByRole('button', { name: 'Not allowed' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

/** Somebody who owns two accounts, signed in to the first. */
async function ownerOfTwo(page: Page): Promise<{ person: TestPerson; names: string[] }> {
  const person = await makePerson(dataFolder, { role: null, name: 'Anna' });
  await bringSession(page, person.headers);
  const names = ['Acme', 'Beta'].map((name) => `${name} ${Math.random().toString(36).slice(2, 8)}`);
  for (const name of names) {
    await createAccount(name, 100, undefined);
    const token = (await inviteToAccount({ account: name, role: 'owner' })).split('#')[1];
    expect((await page.request.post('/api/join', { data: { token } })).status()).toBe(204);
  }
  await visit(page, '/');
  await chooseAccount(page, names[0] ?? '');
  return { person, names };
}

test.describe('another tab', () => {
  test.use({ refusals: [401, 409] });

  test('what is filled in for one account is not sent to another', async ({ page, context }) => {
    const { names } = await ownerOfTwo(page);
    await visit(page, '/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email (optional)').fill('bea@example.com');
    const other = await context.newPage();
    await visit(other, '/');
    await chooseAccount(other, names[1] ?? '');
    await expect(
      page.getByRole('heading', { level: 2, name: names[1] ?? '', includeHidden: true }),
    ).toBeAttached();
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: `changed the account to ${names[1]}. Nothing was` }),
    ).toBeVisible();
    await expect(page.getByLabel('Email (optional)')).toHaveValue('bea@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await expect(page.getByText('/join#')).toBeVisible();
  });

  test('a page whose session ended elsewhere shows nothing of a guest under its name', async ({ page }) => {
    const { person } = await ownerOfTwo(page);
    await visit(page, '/keys');
    await fetch(new URL('/api/session', portalUrl), { method: 'DELETE', headers: person.headers });
    await page.getByRole('main').getByRole('link', { name: 'Credits' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible();
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Anna')).toBeHidden();
    await expect(page.getByText('You are a guest')).toBeVisible();
    await expectAccessible(page);
  });

  test('nothing that one person filled in is sent by another of the account, who signed in untold', async ({
    page,
  }) => {
    const { names } = await ownerOfTwo(page);
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Of Anna');
    const bea = await makePerson(dataFolder, { role: null, name: 'Bea' });
    const token = (await inviteToAccount({ account: names[0] ?? '', role: 'owner' })).split('#')[1];
    await fetch(new URL('/api/join', portalUrl), {
      ...{ method: 'POST', body: JSON.stringify({ token }) },
      headers: { ...bea.headers, 'content-type': 'application/json' },
    });
    await bringSession(page, bea.headers);
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByText('someone else signed in. Nothing was done or charged.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Signed in as Bea, / })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('No keys. A program')).toBeVisible();
  });

  test('a dialog whose session is gone says so, and keeps what was typed', async ({ page }) => {
    await ownerOfTwo(page);
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.request.delete('/api/session');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Your session has ended, so nothing' }),
    ).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Laptop');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  });
});
