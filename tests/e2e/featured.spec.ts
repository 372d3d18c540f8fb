import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('products are featured, put into an order, and taken out again', async ({ page }) => {
  await bringSession(page, (await makePerson(dataFolder, { role: 'publisher' })).headers);
  await visit(page, '/operator/featured');
  await expect(page.getByRole('heading', { level: 1, name: 'Featured' })).toBeVisible();
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Feature a product…' }).click();
  await expectAccessible(page);
  await page.getByLabel('Slug').fill('barcode');
  await page.getByRole('button', { name: 'Feature product' }).click();
  await expect(page.getByRole('link', { name: 'Barcode' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Feature a product…' }).click();
  await page.getByLabel('Slug').fill('chart');
  await page.getByRole('button', { name: 'Feature product' }).click();
  await page.getByRole('button', { name: /^Move up Chart/ }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('chart');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  for (const name of [/^Remove Chart/, /^Remove Barcode/]) await page.getByRole('button', { name }).click();
  await expect(page.getByText('No product is featured')).toBeVisible();
});
