import { createAccount, inviteToAccount } from '../../cli/work/accounts.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('an owner of the portal closes an account, whose member is told, and reopens it', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  const name = `Acme ${Math.random().toString(36).slice(2, 8)}`;
  const id = await createAccount(name, 1_200, undefined);
  const token = (await inviteToAccount({ account: name, role: 'owner' })).split('#')[1];
  const others = await browser.newContext();
  const member = await others.newPage();
  await bringSession(member, (await makePerson(dataFolder, { role: null, name: 'Cleo' })).headers);
  expect((await member.request.post('/api/join', { data: { token } })).status()).toBe(204);
  expect((await member.request.post('/api/keys', { data: { name: 'Laptop' } })).status()).toBe(201);

  await bringSession(page, (await makePerson(dataFolder, { role: 'owner' })).headers);
  await visit(page, `/operator/accounts/${id}`);
  await untilKeysWork(page);
  const danger = page.getByRole('region', { name: 'Close the account' });
  await expect(danger).toContainText('1 API key and 1 membership end');
  await expect(danger).toContainText('1,200 credits stay unused.');
  await danger.getByRole('button', { name: 'Close…' }).click();
  const dialog = page.getByRole('dialog', { name: `Close ${name}?` });
  await expect(dialog).toContainText('take them back first if they are to be refunded');
  await dialog.getByLabel('Reason').fill('They left');
  await dialog.getByLabel(`Type ${name}`).fill('Another');
  const closing = dialog.getByRole('button', { name: 'Close the account' });
  await closing.click();
  await expect(dialog.getByText(`This is not ${name}.`)).toBeVisible();
  await dialog.getByLabel(`Type ${name}`).fill(name);
  await expectAccessible(page, (axe) => axe.include('dialog'));
  await closing.click();
  await expect(page.getByText(/^Closed since /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add credits…' })).toBeHidden();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);

  const banner = member.getByRole('region', { name: 'Account closed' });
  await visit(member, '/credits');
  await expect(banner).toContainText(`The account ${name} is closed`);
  await expect(banner).toContainText('You have no account now.');
  await expect(member.getByText('you do not belong to an account')).toBeVisible();
  await expectAccessible(member);

  await visit(page, '/operator/accounts?q=Acme');
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await visit(page, '/operator/accounts?state=closed');
  await page.getByRole('link', { name, exact: true }).click();
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Reopen…' }).click();
  const reopening = page.getByRole('dialog', { name: `Reopen ${name}?` });
  await reopening.getByLabel('Reason').fill('They are back');
  await reopening.getByRole('button', { name: 'Reopen the account' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await visit(member, '/credits');
  await expect(banner).toBeHidden();
  await others.close();
});
