import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('chooses products and puts them online, with a result for each', {
  tag: '@phone',
}, async ({ page }) => {
  const owner = await makePerson(dataFolder);
  await bringSession(page, owner.headers);
  await visit(page, '/operator/products?state=online');
  await untilKeysWork(page);
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(1).check();
  const bar = page.getByRole('group', { name: 'Chosen products' });
  await expect(bar.getByText('2 chosen')).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  // They are online already, so that no other test misses them.
  await bar.getByRole('button', { name: 'Put online…' }).click();
  await page.getByRole('button', { name: 'Put 2 products online' }).click();
  await expect(page.getByRole('dialog', { name: 'All done' }).getByText('is online.')).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});
