import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { operatorProduct } from '../../lib/operator/products.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccounts } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const portalUrl = process.env['FAREBOX_TEST_URL'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

const slug = `backtested-${process.pid}`;
const quiet = `${slug}-quiet`;

/** What each account calls with, and has. */
const callers = [
  { credits: 1_000, sizes: [3, 8, 21] },
  { credits: 40, sizes: [15, 12] },
  { credits: 1_000, sizes: [1, 1] },
];

let publisher: TestPerson;

test.beforeAll(async () => {
  publisher = await makePerson(dataFolder, { role: 'publisher', name: 'Ada Lovelace' });
  await publishProducts(dataFolder, upstream, [{ slug }, { slug: quiet }]);
  const accounts = await makeAccounts(
    dataFolder,
    callers.map(({ credits }) => credits),
  );
  for (const [index, { sizes }] of callers.entries())
    for (const size of sizes) {
      const key = accounts[index]?.key ?? '';
      expect((await sendCall(portalUrl, slug, { size }, { key })).complete).toBe(true);
    }
});

const pictures = process.env['FAREBOX_SHOTS'];

/** At three widths and in both themes. */
async function everyWay(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNothingWider(page);
      await expectAccessible(page);
      if (pictures)
        await page.screenshot({
          path: join(pictures, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
    }
}

/** Writes another rate into the YAML of the editor. */
async function typeRate(page: Page, product: string, rate: number): Promise<void> {
  const answered = await page.request.get(`/api/operator/products/${product}`);
  const { entry } = operatorProduct.parse(await answered.json());
  expect(entry).toContain('rate: 1');
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page.getByRole('textbox', { name: /^Definition of/ }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(entry.replace('rate: 1', `rate: ${rate}`));
  await expect(page.getByText('Changes price.')).toBeVisible();
}

async function keepInConsole(page: Page, product: string): Promise<void> {
  await visit(page, `/operator/products/${product}`);
  await page.getByRole('button', { name: 'Keep in the console' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep in the console' }).click();
  await untilKeysWork(page);
}

test('a publisher drafts a price, sees who would pay more and run dry, and goes on with the draft', async ({
  page,
}) => {
  await bringSession(page, publisher.headers);
  await keepInConsole(page, slug);
  await typeRate(page, slug, 3);

  // It saves what is in the editor before it begins.
  await page.getByRole('button', { name: 'Backtest…' }).click();
  await page.getByLabel('Calls of').selectOption('7 days');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Backtest of “Price of/ })).toBeVisible();
  await expect(page.getByText('61 → 183')).toBeVisible();
  await expect(page.getByText('7 calls of 7 days')).toBeVisible();
  await expect(page.getByText('1 account would have run out of credits or into a limit.')).toBeVisible();
  await everyWay(page, 'backtest');

  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 3);
  await page.getByRole('link', { name: 'Run out 1' }).click();
  await expect(rows).toHaveCount(1 + 1);
  await expect(rows.nth(1)).toContainText(/27\s*81/);
  // By keyboard: the call that changes most opens with both receipts.
  const most = page.getByRole('region', { name: 'The calls that change most' });
  await most.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(most.getByText('21 units, at 1 credit each', { exact: true })).toBeVisible();
  await expect(most.getByText('21 units, at 3 credits each', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // A second draft, beside the first.
  await page.getByRole('button', { name: 'Change the price' }).click();
  await expect(page.getByText('Changes price.')).toBeVisible();
  await expect(page.getByText('In the editor now')).toBeVisible();
  await typeRate(page, slug, 2);
  await page.getByRole('button', { name: 'Save as draft…' }).click();
  await page.getByLabel('Title').fill('Two for each');
  await page.getByLabel('As another draft').check();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Two for each/ })).toContainText('In the editor now');
  await everyWay(page, 'editor');
  await page.getByRole('button', { name: 'Backtest…' }).click();
  for (const choice of await page.getByRole('dialog').getByRole('checkbox').all()) await choice.check();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Backtest of 2 drafts' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Drafts beside each other' })).toContainText(/61 → 122/);
  await everyWay(page, 'drafts');
});

test('a product without calls has nothing to price again', async ({ page }) => {
  await bringSession(page, publisher.headers);
  await keepInConsole(page, quiet);
  await typeRate(page, quiet, 9);
  await page.getByRole('button', { name: 'Backtest…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('The product had no calls in 30 days')).toBeVisible();
  await everyWay(page, 'empty');
});
