import type { Page } from '@playwright/test';
import { expect, test, untilKeysWork, visit } from './journey.ts';

const ticket = (page: Page) => page.getByRole('complementary', { name: 'Price of this call' });
const result = (page: Page) => page.getByRole('region', { name: 'Result of the call' });
const form = (page: Page) => page.getByRole('tabpanel', { name: 'Form' });

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('from a word in the catalogue to what the call took from the credits', { tag: '@phone' }, async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('barcode');
  const products = page.getByRole('region', { name: 'Products' });
  // What is found moves under the pointer as long as it is looked for.
  await expect(products.getByRole('status')).toContainText('“barcode”');
  await expect(products).toHaveAttribute('aria-busy', 'false');
  await products.getByRole('link', { name: 'Barcode', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode' })).toBeVisible();
  await expect(ticket(page)).toContainText('This call');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toContainText('Answered with 200');
  await result(page).getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Barcode');
  const [id] = /call_\w+/.exec(page.url()) ?? [''];
  // The ticket with the balance.
  await page
    .getByRole('banner')
    .getByRole('link', { name: /credits$/ })
    .click();
  const entry = page.getByRole('link', { name: new RegExp(`${id.slice(-6)}$`) });
  await expect(entry).toHaveAttribute('href', `/calls/${id}`);
});

test('one of several kinds of value, with a list in it, is filled in and drawn', async ({ page }) => {
  await visit(page, '/products/chart');
  await expect(form(page).getByRole('radio', { name: 'Bar', exact: true })).toBeChecked();
  await form(page).getByText('Pie', { exact: true }).click();
  const slices = form(page).getByRole('group', { name: 'Slices', exact: true });
  const fill = async (place: number, label: string, value: string) => {
    await slices.getByRole('textbox', { name: `Label ${place}` }).fill(label);
    await slices.getByRole('textbox', { name: `Value ${place}` }).fill(value);
  };
  await fill(1, 'Fares', '3');
  await slices.getByRole('button', { name: 'Add row to Slices' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(slices.getByRole('row', { name: 'Slices 2' })).toContainText(/required/i);
  await expect(result(page)).toHaveCount(0);
  await fill(2, 'Tips', '1');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(page.getByRole('textbox', { name: 'Input as JSON' })).toContainText('"Fares"');
  await page.getByRole('tab', { name: 'Form' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toContainText('Answered with 200');
  await expect(result(page).getByRole('img')).toBeVisible();
});

test('a file is chosen, sent, and comes back as a picture', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/products/resize-image');
  await form(page).getByRole('button', { name: 'Remove the file of File' }).click();
  const chosen = page.waitForEvent('filechooser');
  await form(page)
    .getByText(/choose/i)
    .first()
    .click();
  await (await chosen).setFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel });
  await expect(form(page).getByRole('button', { name: 'Remove the file of File' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toContainText('Answered with 200');
  await expect(result(page).getByRole('img')).toBeVisible();
  await page.reload();
  await untilKeysWork(page);
  await expect(form(page).getByText('pixel.png')).toHaveCount(0);
});

test('an answer is read as it is written, and can be stopped', async ({ page }) => {
  await visit(page, '/products/text-generation');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('textbox', { name: 'Input as JSON' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  const messages = [{ role: 'user', content: 'Alice was' }];
  const input = { messages, stream: true, max_tokens: 512, delay_ms: 200, seed: 3 };
  await page.keyboard.insertText(JSON.stringify(input));
  await page.keyboard.press('ControlOrMeta+Enter');
  const text = result(page).getByRole('region', { name: 'Text of the reply' });
  await expect(text).not.toBeEmpty();
  await ticket(page).getByRole('button', { name: 'Stop' }).click();
  await expect(result(page).getByRole('heading', { name: /stopped/i })).toBeVisible();
  await expect(text).not.toBeEmpty();
});
