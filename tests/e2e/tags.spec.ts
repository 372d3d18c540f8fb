import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('a label is made, renamed, placed, and merged once its slug is typed', async ({ page }) => {
  const word = Math.random().toString(36).slice(2);
  const [one, other] = [`one-${word}`, `two-${word}`];
  await bringSession(page, (await makePerson(dataFolder, { role: 'publisher' })).headers);
  await visit(page, '/operator/tags');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Labels/ }).click();
  await expect(page.getByRole('button', { name: 'New label…' })).toBeVisible();
  await untilKeysWork(page);
  for (const slug of [one, other]) {
    await page.getByRole('button', { name: 'New label…' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`Label ${slug}`);
    await page.getByLabel('Slug', { exact: true }).fill(slug);
    await page.getByRole('button', { name: 'Make label' }).click();
    await expect(page.getByRole('row', { name: `Label ${slug}` })).toBeVisible();
  }
  await expectAccessible(page);

  await page.getByRole('button', { name: `Actions for Label ${one}` }).click();
  await page.getByRole('menuitem', { name: 'Rename or change…' }).click();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill(`Renamed ${word}`);
  await page.getByRole('button', { name: 'Change label' }).click();
  await expect(page.getByRole('row', { name: `Renamed ${word}` })).toContainText('Console');
  await page.getByRole('button', { name: `Move up Label ${other}` }).click();
  await expect(page.getByText('Those that you placed come first')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Actions for Renamed ${word}` }).click();
  await page.getByRole('menuitem', { name: 'Merge into another…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Into').selectOption(other);
  await dialog.getByLabel(`Type ${one}`).fill(one);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('row', { name: `Renamed ${word}` })).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText(`was also ${one}`)).toBeVisible();
});
