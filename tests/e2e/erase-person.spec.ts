import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { expect, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test.use({ refusals: [422] });

/** A cookie of a session, as browsers keep it. */
function cookieOf({ headers }: { headers: { cookie: string } }, url: string) {
  const [name = '', value = ''] = headers.cookie.split('=');
  return { name, value, url };
}

test('a person saves their data and erases themselves, and operators see a pseudonym', async ({
  page,
  context,
  baseURL,
}) => {
  const ada = await makePerson(dataFolder, { role: null, name: 'Ada Lovelace' });
  await context.addCookies([cookieOf(ada, baseURL ?? '')]);
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
  await expect(page.getByText('You are not signed in with an email address.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Signed in as Ada Lovelace' })).toHaveCount(0);

  await context.addCookies([cookieOf(await makePerson(dataFolder), baseURL ?? '')]);
  await visit(page, `/operator/people/${ada.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  await expect(page.getByText('What this person did stays.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase this person' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an owner of the portal erases a person', { tag: '@deep' }, async ({ page, context, baseURL }) => {
  const ada = await makePerson(dataFolder, { role: null, name: 'Ada Lovelace' });
  await context.addCookies([cookieOf(await makePerson(dataFolder), baseURL ?? '')]);
  await visit(page, `/operator/people/${ada.id}`);
  await untilKeysWork(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the data' }).click();
  expect((await saved).suggestedFilename()).toBe(`farebox-${ada.id}.json`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Erase this person …' }).click();
  const erase = page.getByRole('dialog', { name: 'Erase Ada Lovelace?' });
  await erase.getByLabel('Reason').fill('Asked by letter');
  await erase.getByLabel('Type Ada Lovelace').fill('Ada');
  await erase.getByRole('button', { name: 'Erase this person' }).click();
  await expect(erase.getByText('This is not Ada Lovelace.')).toBeVisible();
  await expectAccessible(page);
  await erase.getByLabel('Type Ada Lovelace').fill('Ada Lovelace');
  await erase.getByRole('button', { name: 'Erase this person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
});
