import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test.use({ refusals: [422] });

test('a person saves their data and erases themselves, and operators see a pseudonym', {
  tag: '@phone',
}, async ({ page }) => {
  const ada = await makePerson(dataFolder, { role: null, name: 'Ada Lovelace' });
  await bringSession(page, ada.headers);
  await visit(page, '/profile');
  await untilKeysWork(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save your data' }).click();
  const data = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(data).toMatchObject({ person: { id: ada.id, name: 'Ada Lovelace', email: ada.email } });

  await page.getByRole('button', { name: 'Erase yourself …' }).click();
  await page.getByLabel('Your email address').fill('somebody@example.com');
  await page.getByRole('button', { name: 'Erase me for good' }).click();
  await expect(page.getByText('This is not your address.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your email address').fill(ada.email);
  await page.getByLabel('Your email address').press('Enter');
  await expect(page.getByText('Your profile was erased.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signed in as Ada Lovelace' })).toHaveCount(0);

  await bringSession(page, (await makePerson(dataFolder)).headers);
  await visit(page, `/operator/people/${ada.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  await expect(page.getByText('The history of this person is kept.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase this person' })).toHaveCount(0);
  await expectAccessible(page);
});
