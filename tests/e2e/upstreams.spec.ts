import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('a refused import leads an owner to allow its address, which is removed again', async ({ page }) => {
  const address = `10.254.${Math.floor(Math.random() * 250)}.9:47812`;
  await bringSession(page, (await makePerson(dataFolder)).headers);
  await visit(page, '/operator/imports');
  await untilKeysWork(page);
  await page.getByLabel('Address of the document').fill(`http://${address}/openapi.json`);
  await page.getByRole('button', { name: 'Read the document' }).click();
  await expect(page.getByText('An owner can allow it under Private addresses in the console.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Private addresses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Private addresses' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow an address…' }).click();
  await page.getByLabel('Host or address, with its port').fill(address);
  await page.getByLabel('Reason').fill('Our own API');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow address' }).click();
  await expect(page.getByRole('row', { name: address })).toContainText('Our own API');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Remove… ${address}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: address })).toHaveCount(0);
});
