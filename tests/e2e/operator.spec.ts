import { setAccountCaps } from '../../cli/work/accounts.ts';
import { createOperator } from '../../cli/work/people.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const password = 'brolly tunnel waxing 77';

test.use({ refusals: [422, 503] });

test('an operator signs in, finds an account, grants credits, limits what it spends, invites its owner, and is named in the audit log', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const email = `grace${Math.random().toString(36).slice(2)}@example.com`;
  const link = await createOperator({ email, name: 'Grace Hopper', role: 'owner' });
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
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await visit(page, '/keys');
  await expect(page.getByRole('link', { name: 'Console, Accounts' })).toHaveAttribute(
    'href',
    '/operator/accounts',
  );
  const portal = page.getByRole('navigation', { name: 'Portal' });
  await portal.getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Credits of the portal' })).toContainText('Outstanding');
  await expectAccessible(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 768, height: 900 });
  await expectNothingWider(page);
  if (size) await page.setViewportSize(size);

  const sections = page.getByRole('navigation', { name: 'Console' });
  await sections.getByRole('link', { name: 'Accounts' }).click();
  await page.getByLabel('Name or id').fill(id);
  await page.getByLabel('Name or id').press('Enter');
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Show all' })).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('link').click();
  const adding = page.getByRole('button', { name: 'Add credits…' });
  await expect(adding).toBeVisible();
  await untilKeysWork(page);
  await expectAccessible(page);

  await adding.click();
  const grant = page.getByRole('dialog', { name: /^Add credits to / });
  await grant.getByLabel('Credits').fill('-31');
  await expect(grant.getByText('and shown to the members of the account.')).toBeVisible();
  await grant.getByLabel('Reason').fill('Order 17');
  await grant.getByRole('button', { name: 'Take 31 credits' }).click();
  await expect(grant.getByText('a balance cannot go below 0')).toBeVisible();
  await grant.getByLabel('Credits').fill('2,0');
  await grant.getByRole('button', { name: 'Add credits' }).click();
  await expect(grant.getByText('2,0 has a fraction')).toBeVisible();
  await grant.getByLabel('Credits').fill('20');
  await expect(grant.getByText('30 → 50')).toBeVisible();
  await expectAccessible(page, (axe) => axe.include('dialog'));
  await grant.getByRole('button', { name: 'Add 20 credits' }).click();
  await expect(page.getByText('50 credits available now')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('Order 17');

  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menu', { name: 'Actions' }).getByRole('menuitem', { name: action }).click();
  };
  await act('Spending limits…');
  const limits = page.getByRole('dialog', { name: /^Spending limits of / });
  await limits.getByLabel('Per month').fill('4,000');
  await limits.getByLabel('Reason').fill('Order 18');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText(/^The limits of .* were saved\.$/)).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '0 of 4,000' })).toBeVisible();
  await act('Spending limits…');
  await expect(limits.getByLabel('Per month')).toHaveValue('4000');
  await page.keyboard.press('Escape');

  const members = page.getByRole('region', { name: 'Members' });
  await members.getByRole('button', { name: 'Invite…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
  const invitation = await page.getByRole('dialog').getByText('/join#').innerText();
  await expectAccessible(page);
  const invited = await browser.newContext();
  const guest = await invited.newPage();
  await visit(guest, invitation.slice(invitation.indexOf('/join#')));
  await expect(guest.getByText('You are invited to')).toBeVisible();
  await invited.close();

  await page.reload();
  await expect(members).toContainText('invited, until');
  await members.getByRole('button', { name: 'Withdraw… the invitation of owner' }).click();
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw this invitation?' });
  await expect(withdrawal).toContainText('The link for a new owner stops working immediately.');
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(members).not.toContainText('invited, until');
  await act('Its ledger');
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Order 17' })).toContainText('+20');
  await expectAccessible(page);
  await sections.getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible();
  await page.getByLabel('Account', { exact: true }).fill(id);
  await page.getByLabel('Account', { exact: true }).press('Enter');
  const key = page.getByRole('row').filter({ hasText: 'fb_…' });
  await expect(key).toHaveCount(1);
  await expectAccessible(page);
  await key.getByRole('link').nth(1).click();
  await expect(adding).toBeVisible();

  await act('Changes to this account');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const entry = page.getByRole('listitem').filter({ hasText: 'Order 17' });
  await expect(entry).toContainText(/Grace Hopper added 20 credits to /);
  const capped = page.getByRole('listitem').filter({ hasText: 'Order 18' });
  await expect(capped).toContainText(/Grace Hopper changed the monthly limit of .* from no limit to 4,000/);
  await expectAccessible(page);

  await sections.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('owner');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New operator…' }).click();
  const creating = page.getByRole('dialog', { name: 'New operator' });
  const create = async (word: string) => {
    await creating.getByLabel('Name').fill(`Operator ${word}`);
    await creating.getByLabel('Email').fill(`${word}-${email}`);
    await creating.getByRole('button', { name: 'Create operator' }).click();
  };
  await page.route('**/password-link', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await create('one');
  await expect(creating.getByRole('alert')).toHaveText(
    'Operator one was created, but mailing the link to choose a password failed. Look for Operator one in the list of people, and make the link on their page.',
  );
  await create('two');
  await expect(page.getByRole('heading', { level: 1, name: 'Operator two' })).toBeVisible();
  await visit(page, '/operator/mails');
  await expect(page.getByRole('main')).toContainText(`two-${email}`);
  await expect(page.getByRole('main')).not.toContainText(`one-${email}`);
});

test('an operator sees an account as its members do, reads, and ends it', { tag: '@deep' }, async ({
  page,
}) => {
  const { headers } = await makePerson(dataFolder, { name: 'Grace Hopper' });
  await bringSession(page, headers);
  const { id } = await makeAccount(dataFolder, 37);
  await setAccountCaps(id, { day: 25, month: undefined, total: undefined }, 'Ticket 30');
  await visit(page, `/operator/accounts/${id}`);
  await page.getByRole('button', { name: 'View as a member…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Reason').fill('Ticket 31');
  await form.getByRole('button', { name: 'View as a member' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible();
  const banner = page.getByRole('region', { name: 'Viewing as a member' });
  await expect(banner).toContainText(/as its members do\. Read-only until \d\d:\d\d UTC\./);
  await expect(page.getByRole('main')).toContainText('37');
  await expect(page.getByRole('region', { name: 'Spending limits' })).toContainText('0 of 25');
  await expect(page.getByRole('button', { name: /^Viewing / })).toBeVisible();
  await expectAccessible(page);
  for (const [address, heading] of [
    ['/members', 'Members'],
    ['/calls', 'Calls'],
    ['/profile', 'Profile'],
    ['/operator', 'Overview'],
  ] as const) {
    await visit(page, address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(banner).toBeVisible();
  }
  await visit(page, '/keys');
  await expect(page.getByRole('main').getByText(/^Viewing /)).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('fb_…');
  await expect(page.getByRole('button', { name: /^(Change|Rotate|Revoke) / })).toHaveCount(0);
  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('button', { name: 'Add credits…' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Signed in as Grace Hopper' })).toBeVisible();
  await visit(page, `/operator/audit?target=${id}`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Ticket 31' });
  await expect(entry).toContainText(/Grace Hopper viewed .* as a member, until /);
  // What an auditor notes, and demands of an export.
  await expect(page.getByText(/Last entry: \d+:[\da-f]{64}$/)).toBeVisible();
});

test('an operator gives back a part of what a call cost, and no more than it cost', async ({ page }) => {
  const { key } = await makeAccount(dataFolder, 100);
  const call = await page.request.post('/api/product/developer/call/scripted', {
    data: { size: 3 },
    headers: { authorization: `Bearer ${key}` },
  });
  await bringSession(page, (await makePerson(dataFolder, { role: 'finance' })).headers);
  await visit(page, `/calls/${call.headers()['farebox-call-id']}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('3as quoted', { exact: true })).toBeVisible();
  await untilKeysWork(page);
  const refund = async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Refund…' }).click();
  };
  await refund();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Credits')).toHaveValue('3');
  await expectAccessible(page);
  await dialog.getByLabel('Credits').fill('4');
  await dialog.getByLabel('Reason').fill('It answered in French');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText(/\b3\b.*refunded|cost 3/).first()).toBeVisible();
  await dialog.getByLabel('Credits').fill('2');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText(/Refund \+2, /)).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await refund();
  await expect(dialog.getByLabel('Credits')).toHaveValue('1');
  await expectAccessible(page);
});
