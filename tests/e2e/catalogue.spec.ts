import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './journey.ts';

const products = (page: import('@playwright/test').Page) =>
  page.getByRole('region', { name: 'Products' }).getByRole('article');

test('the catalogue is there before any script has run', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'API products' })).toBeVisible();
  await expect(products(page)).toHaveCount(10);
  await context.close();
});

test('words find products, and the address keeps them', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('every price');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(products(page).first()).toContainText('Every price');
  await expect(page).toHaveURL(/\?q=every\+price$/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('every price');
  await expect(products(page).first()).toContainText('Every price');
});

test('what matches nothing says so and leads back', async ({ page }) => {
  await page.goto('/?q=zzzzqqqq');
  await expect(page.getByRole('status')).toHaveText('0 products for “zzzzqqqq”');
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(products(page)).toHaveCount(10);
});

test('a tag narrows the list, a second press widens it again', async ({ page }) => {
  await page.goto('/?tag=fixtures');
  const tag = page
    .getByRole('navigation', { name: 'Narrow by tag' })
    .getByRole('link', { name: /^Fixtures/ });
  await expect(tag).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('status')).toHaveText('4 products');
  await tag.click();
  await expect(page.getByRole('status')).not.toHaveText('4 products');
  await expect(page).toHaveURL('/');
});

test('where there is room, the first tags are a list that is there, and no control that says otherwise', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const tags = page.getByRole('navigation', { name: 'Narrow by tag' });
  await expect(tags.getByRole('heading', { name: 'API type' })).toBeVisible();
  await expect(tags.locator('summary:visible')).toHaveText(['Provider', 'Capability', 'Label']);
  await page.getByRole('button', { name: 'Search' }).focus();
  await page.keyboard.press('Tab');
  await expect(tags.getByRole('link').first()).toBeFocused();
});

test('where there is none, they open by the keyboard as the others do', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto('/');
  const tags = page.getByRole('navigation', { name: 'Narrow by tag' });
  await expect(tags.getByRole('heading')).toHaveCount(0);
  await expect(tags.locator('summary:visible')).toHaveText(['API type', 'Provider', 'Capability', 'Label']);
  await expect(tags.getByRole('link')).toHaveCount(0);
  await page.getByRole('button', { name: 'Search' }).focus();
  await page.keyboard.press('Tab');
  await expect(tags.locator('summary:visible').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(tags.getByRole('link').first()).toBeFocused();
});

test('pages lead on and back', async ({ page }) => {
  await page.goto('/');
  const first = await products(page).first().textContent();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await expect(products(page).first()).not.toHaveText(first ?? '');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(products(page).first()).toHaveText(first ?? '');
});

test('an address that makes no sense still shows the catalogue', async ({ page }) => {
  await page.goto('/?page=-3&tag=&q=');
  await expect(products(page)).toHaveCount(10);
  await page.goto('/?page=99999');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(products(page).first()).toBeVisible();
});

test('text of a product is inert, whatever it holds', async ({ page }) => {
  await page.goto('/?q=hostile');
  const hostile = products(page).filter({ hasText: 'Hostile text' });
  await expect(hostile.getByRole('heading')).toHaveText('<img src=x onerror=alert(1)> Hostile text');
  await expect(hostile.locator('img, script, iframe, [href^="javascript:"], [href^="data:"]')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Farebox/);
});

test('a problem is explained on a page of its own', async ({ page }) => {
  await page.goto('/problems/duplicate-key');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A key stands twice in one object');
});

for (const address of ['/', '/?q=zzzzqqqq', '/?tag=fixtures', '/problems/malformed-json']) {
  test(`${address} has nothing that axe finds`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}

test('nothing is wider than the screen', async ({ page }) => {
  await page.goto('/?tag=fixtures');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
