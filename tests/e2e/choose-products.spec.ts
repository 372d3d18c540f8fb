import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

/** Products of files are not archived. */
test.use({ refusals: [422] });

async function chooseTwo(page: Page): Promise<Locator> {
  const owner = await makePerson(dataFolder);
  await bringSession(page, owner.headers);
  // Of everyone, and of files: what is done to them changes nothing that another test needs.
  await visit(page, '/operator/products?state=online&seen=public&kept=file');
  await untilKeysWork(page);
  await page
    .getByRole('checkbox', { name: /^Choose (?!all)/ })
    .nth(0)
    .check();
  await page
    .getByRole('checkbox', { name: /^Choose (?!all)/ })
    .nth(1)
    .check();
  const bar = page.getByRole('group', { name: 'Chosen products' });
  await expect(bar.getByText('2 chosen')).toBeVisible();
  return bar;
}

test('chooses products and puts them online, with a result for each', {
  tag: '@phone',
}, async ({ page }) => {
  const bar = await chooseTwo(page);
  await expectAccessible(page);
  await expectNothingWider(page);
  await bar.getByRole('button', { name: 'Put online…' }).click();
  await page.getByRole('button', { name: 'Put 2 products online' }).click();
  await expect(page.getByRole('dialog', { name: 'All done' }).getByText('is online.')).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('shows chosen products to everyone, and says of each that cannot be archived why', {
  tag: '@phone',
}, async ({ page }) => {
  const bar = await chooseTwo(page);
  await bar.getByRole('button', { name: 'Who sees them…' }).click();
  // Nothing is chosen beforehand: one press must not show private products to everyone.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('radio', { name: /^Everyone/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change who sees 2 products' }).click();
  await expect(page.getByRole('dialog', { name: 'All done' }).getByText('is changed.')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  await page
    .getByRole('checkbox', { name: /^Choose (?!all)/ })
    .nth(0)
    .check();
  await bar.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('button', { name: 'Archive 1 product' }).click();
  const results = page.getByRole('dialog', { name: '1 of 1 product not changed' });
  await expect(results.getByText('belongs to')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar.getByText('1 chosen')).toBeVisible();
});
