import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccounts } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('sorts accounts by the head of a column, by keyboard, and keeps it in the address and the CSV', async ({
  page,
}) => {
  await makeAccounts(dataFolder, [7, 900]);
  const owner = await makePerson(dataFolder);
  await bringSession(page, owner.headers);
  await visit(page, '/operator/accounts');
  await untilKeysWork(page);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Created')).toHaveAttribute('aria-sort', 'descending');
  await head('Available').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=-available/);
  await expect(head('Available')).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('table', { name: 'Accounts, Available, largest first' })).toBeVisible();
  await expectAccessible(page);
  await head('Available').getByRole('link').click();
  await expect(page).toHaveURL(/sort=available/);
  await expect(head('Available')).toHaveAttribute('aria-sort', 'ascending');
  const csv = page.getByRole('link', { name: 'Save as CSV' });
  await expect(csv).toHaveAttribute('href', /sort=available/);
  // A filter keeps the order.
  await page.getByRole('search').getByLabel('State').selectOption('Suspended');
  await expect(page).toHaveURL(/state=suspended/);
  await expect(page).toHaveURL(/sort=available/);
});

test('sorts products beside the filters where there is no room for heads', { tag: '@phone' }, async ({
  page,
}) => {
  const owner = await makePerson(dataFolder);
  await bringSession(page, owner.headers);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/operator/products');
  await untilKeysWork(page);
  const first = page.getByRole('row').nth(1);
  const before = await first.innerText();
  await page.getByRole('search').getByLabel('Sort').selectOption('Product, Z to A');
  await expect(page).toHaveURL(/sort=-name/);
  await expect(first).not.toHaveText(before);
  await expectAccessible(page);
  await expectNothingWider(page);
});

test('suggests names in a filter, and says it if nothing has one', async ({ page }) => {
  const owner = await makePerson(dataFolder);
  await bringSession(page, owner.headers);
  await visit(page, '/operator/calls');
  await untilKeysWork(page);
  const product = page.getByRole('search').getByLabel('Product');
  await product.fill('script');
  await expect(page.locator('datalist option').first()).toBeAttached();
  await product.fill('no such product');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Nothing is called “no such product”: there is no such product.'),
  ).toBeVisible();
});

test('saves all parts of a list as one CSV', async ({ page }) => {
  const owner = await makePerson(dataFolder);
  await bringSession(page, owner.headers);
  await page.route('**/api/operator/people?*', (route) => {
    const isFirst = !route.request().url().includes('before=7');
    const next = '</api/operator/people?format=csv&before=7>; rel="next"';
    return route.fulfill({
      contentType: 'text/csv',
      body: `person,name\r\n${isFirst ? 'per_1,"Ada, first"' : 'per_2,Bo'}\r\n`,
      ...(isFirst && { headers: { link: next } }),
    });
  });
  await visit(page, '/operator/people');
  await untilKeysWork(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toBe('person,name\r\nper_1,"Ada, first"\r\nper_2,Bo\r\n');
});
