import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { bringSession, expect, expectNothingWider, test, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const portalUrl = process.env['FAREBOX_TEST_URL'] ?? '';

test('an operator looks at a day, reads its chart by keyboard, and comes to the calls behind a figure', async ({
  page,
}) => {
  const { key } = await makeAccount(dataFolder, 30);
  await sendCall(portalUrl, 'qr-code', { text: 'https://example.com' }, { key });
  const { headers } = await makePerson(dataFolder, { name: 'Grace Hopper' });
  await bringSession(page, headers);
  await expect(async () => {
    await visit(page, '/operator');
    await expect(page.getByRole('slider', { name: 'Calls by time', exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 30_000 });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  if (size) await page.setViewportSize(size);

  const periods = page.getByRole('navigation', { name: 'Period' });
  await periods.getByRole('link', { name: 'Day' }).click();
  await expect(page).toHaveURL(/period=day$/);
  await expect(periods.getByRole('link', { name: 'Day' })).toHaveAttribute('aria-current', 'true');
  const chart = page.getByRole('slider', { name: 'Calls by time', exact: true });
  await chart.focus();
  await chart.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /, 00–01: Calls \d+, Day before \d+$/);
  await page.getByText('Show as table').click();
  await expect(page.getByRole('table', { name: /^Activity by time/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'The period before' }).click();
  await expect(page).toHaveURL(/until=/);
  await page.getByRole('link', { name: 'The period after' }).click();
  await expect(page).toHaveURL(/period=day$/);
  await page.getByRole('region', { name: 'Calls', exact: true }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'QR code' }).first()).toBeVisible();
});

test('the page of an account has its usage, calls, ledger and changes in tabs, each with an address', async ({
  page,
}) => {
  const { id, key } = await makeAccount(dataFolder, 30);
  const { callId } = await sendCall(portalUrl, 'qr-code', { text: 'https://example.com' }, { key });
  const { headers } = await makePerson(dataFolder, { name: 'Grace Hopper' });
  await bringSession(page, headers);
  await visit(page, `/operator/accounts/${id}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`Renamed ${id}`);
  await page.getByLabel('Reason').fill('Ticket 40');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Renamed ${id}` })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Parts of the account' });
  const open = async (name: string) => {
    await tabs.getByRole('link', { name, exact: true }).press('Enter');
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  };
  await open('Usage');
  await expect(page.getByRole('table', { name: 'Credits by product' })).toContainText('QR code');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Year' }).press('Enter');
  await expect(page).toHaveURL(/period=year/);
  await page.getByRole('slider', { name: 'Credits spent by time' }).press('End');
  await expect(page.getByRole('slider', { name: 'Credits spent by time' })).toHaveAttribute(
    'aria-valuetext',
    /QR code 1, Before 0$/,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await open('Calls');
  await expect(page.getByRole('main').locator(`a[href="/calls/${callId}"]`)).toBeVisible();
  await open('Ledger');
  await expect(page.getByRole('table', { name: /^Entries/ })).toContainText('Credits added');
  await expectAccessible(page);
  await open('Changes');
  await expect(page.getByRole('main')).toContainText('added 30 credits to');
  await expectAccessible(page);
});
