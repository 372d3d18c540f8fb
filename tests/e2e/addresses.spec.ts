import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test.use({ refusals: [422, 410] });

test('changes their own name, and reads who changes the address', { tag: '@phone' }, async ({ page }) => {
  const ada = await makePerson(dataFolder, { role: null, name: 'Ada' });
  await bringSession(page, ada.headers);
  await visit(page, '/profile');
  await untilKeysWork(page);
  // The portal of the tests sends no mail.
  await expect(page.getByText('To change your address, ask')).toBeVisible();
  await page.getByRole('button', { name: 'Change name…' }).click();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Change name', exact: true }).click();
  await expect(page.getByRole('main').getByText('Ada Lovelace', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await visit(page, '/address#none');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText('This link has expired or was used.')).toBeVisible();
  await expectAccessible(page);
});

test('an owner changes the address of a person, with a reason that the log has', { tag: '@phone' }, async ({
  page,
}) => {
  const owner = await makePerson(dataFolder);
  const [ada, grace] = [
    await makePerson(dataFolder, { role: null, name: 'Ada' }),
    await makePerson(dataFolder),
  ];
  await bringSession(page, owner.headers);
  await visit(page, `/operator/people/${ada.id}`);
  await untilKeysWork(page);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Change address…' }).click();
  await page.getByLabel('Email').fill(grace.email);
  await page.getByLabel('Reason').fill('Asked by telephone');
  const act = page.getByRole('button', { name: 'Change address', exact: true });
  await act.click();
  await expect(page.getByText('Another person of this portal has this address.')).toBeVisible();
  await expectAccessible(page);
  const email = `new.${ada.id}@example.com`;
  await page.getByLabel('Email').fill(email);
  await act.click();
  await expect(page.getByRole('main').getByText(`${email} ·`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(page.getByText('changed the email address of Ada')).toBeVisible();
  await expect(page.getByText('“Asked by telephone”')).toBeVisible();
});
