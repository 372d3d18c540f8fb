import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('an owner makes a backup, and learns how to go back to it', async ({ page }) => {
  await bringSession(page, (await makePerson(dataFolder)).headers);
  await visit(page, '/operator/backups');
  await untilKeysWork(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back up now' }).first().click();
  const row = page.getByRole('row').filter({ hasText: /farebox-\d{4}-.*\.db/ });
  await expect(row.first()).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingWider(page);
    await expectAccessible(page);
    if (process.env['SHOT']) await page.screenshot({ path: `/tmp/bk-${width}.png` });
  }
  await row
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText(/npm run farebox -- restore .*\.db/);
  await expectAccessible(page);
  if (process.env['SHOT']) await page.screenshot({ path: `/tmp/bk-dialog.png` });
});
