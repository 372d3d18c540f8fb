import { makeAccount } from '../setup/call-portal.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('a call leads to its person and key, each with its facts, its tabs and what ends it', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  const { id } = await makeAccount(dataFolder, 100);
  const token = await inviteBeside(dataFolder, id, 'owner');
  const member = await makePerson(dataFolder, { role: null, name: 'Grace Hopper' });
  const others = await browser.newContext();
  const theirs = await others.newPage();
  await bringSession(theirs, member.headers);
  expect((await theirs.request.post('/api/join', { data: { token } })).status()).toBe(204);
  const made: unknown = await (
    await theirs.request.post('/api/keys', { data: { name: 'ci-server', caps: { month: 20 } } })
  ).json();
  const headers = { authorization: `Bearer ${Object(made).key}` };
  const data = { size: 3 };
  const call = await theirs.request.post('/api/product/developer/call/scripted', { data, headers });
  await others.close();

  await bringSession(page, (await makePerson(dataFolder, { role: 'owner' })).headers);
  const tabs = (what: string) => page.getByRole('navigation', { name: `Parts of the ${what}` });
  const fits = async () => {
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNothingWider(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await visit(page, `/calls/${call.headers()['farebox-call-id']}`);
  await expect(page.getByText(/^Charged: /)).toBeVisible();
  await expect(page.getByText('3as quoted', { exact: true })).toBeVisible();
  await fits();
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('region', { name: 'Verification' }).getByRole('status')).toContainText(
    'checks passed',
  );
  await fits();

  await page.getByRole('definition').getByRole('link', { name: 'ci-server' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ci-server' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'of 20' }).first()).toContainText('3');
  await expect(page.getByRole('definition').filter({ hasText: 'in 1 call' })).toContainText('3');
  await fits();
  await tabs('key').getByRole('link', { name: 'Calls' }).click();
  await expect(page.getByRole('table', { name: /^Calls/ }).getByRole('row')).toHaveCount(2);
  await tabs('key').getByRole('link', { name: 'Changes' }).click();
  await expect(page.getByText('created the API key ci-server')).toBeVisible();
  await tabs('key').getByRole('link', { name: 'Overview' }).click();
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Grace Hopper' }).click();
  await expect(page.getByRole('region', { name: 'Accounts' })).toContainText('owner');
  await fits();
  await tabs('person').getByRole('link', { name: 'What they did' }).click();
  await expect(page.getByText('created the API key ci-server')).toBeVisible();
  await tabs('person').getByRole('link', { name: 'Calls' }).click();
  await expect(page.getByRole('table', { name: /^Calls/ }).getByRole('row')).toHaveCount(2);
});
