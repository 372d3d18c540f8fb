import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { fareboxSays } from '../setup/farebox.ts';
import { expect, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const password = 'brolly tunnel waxing 77';

test.use({ refusals: [422] });

test('an operator signs in, finds an account, grants credits, invites its owner, and is named in the audit log', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const email = `grace${Math.random().toString(36).slice(2)}@example.com`;
  const link = await fareboxSays(dataFolder, 'operator', 'create', email, '--name', 'Grace Hopper');
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await elsewhere.post('/api/password', { data: { token: link.split('#')[1], password } });
  await elsewhere.dispose();
  const { id } = await makeAccount(dataFolder, 30);

  await visit(page, '/operator');
  await expect(page.getByText('Only operators with the roles')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  const portal = page.getByRole('navigation', { name: 'Portal' });
  await portal.getByRole('link', { name: 'Operator' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Money, in credits' })).toContainText('Outstanding');
  await expectAccessible(page);

  const sections = page.getByRole('navigation', { name: 'Operator' });
  await sections.getByRole('link', { name: 'Accounts' }).click();
  await page.getByLabel('Name or id').fill(id);
  await page.getByLabel('Name or id').press('Enter');
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Show all' })).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Add or take credits' })).toBeVisible();
  await untilKeysWork(page);

  const grant = page.getByRole('region', { name: 'Add or take credits' });
  await grant.getByLabel('Credits').fill('-31');
  await grant.getByLabel('Reason').fill('Order 17');
  await grant.getByRole('button', { name: 'Add credits' }).click();
  await expect(grant.getByText('a balance cannot go below 0')).toBeVisible();
  await grant.getByLabel('Credits').fill('20');
  await grant.getByRole('button', { name: 'Add credits' }).click();
  await expect(grant.getByText('50 credits are available')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ledger (2)' })).toContainText('Order 17');

  const members = page.getByRole('region', { name: 'Members' });
  await members.getByRole('button', { name: 'Invite' }).click();
  const invitation = await members.getByText('/join#').innerText();
  await expectAccessible(page);
  const invited = await browser.newContext();
  const guest = await invited.newPage();
  await visit(guest, invitation.slice(invitation.indexOf('/join#')));
  await expect(guest.getByText('You are invited to')).toBeVisible();
  await invited.close();

  await page.getByRole('link', { name: 'What was changed' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const entry = page.getByRole('listitem').filter({ hasText: 'Order 17' });
  await expect(entry).toContainText('Grace Hopper: grant');
  await expectAccessible(page);

  await sections.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('owner');
  await expectAccessible(page);
});
