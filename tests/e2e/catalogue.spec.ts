import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { deepUnless, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const products = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

test('the catalogue is there before any script has run', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'API products' })).toBeVisible();
  await expect(products(page)).toHaveCount(10);
  await context.close();
});

test('words find products as they are typed, and the address keeps them', { tag: '@phone' }, async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('searchbox', { name: 'Search products' }).pressSequentially('every price');
  await expect(products(page).first()).toContainText('Every price');
  await expect(products(page).first().locator('mark').first()).toHaveText('price');
  await expect(page).toHaveURL(/\?q=every\+price$/);
  await page.reload();
  await untilKeysWork(page);
  await expect(page.getByRole('searchbox')).toHaveValue('every price');
  await expect(products(page).first()).toContainText('Every price');
});

test('words that are typed before the scripts run are searched for when they do', { tag: '@deep' }, async ({
  page,
}) => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search products' }).pressSequentially('every price');
  goOn();
  await expect(page).toHaveURL(/\?q=every\+price$/);
  await expect(products(page).first()).toContainText('Every price');
});

test('back takes a search back, and forward makes it again', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('searchbox').pressSequentially('every price');
  await expect(page).toHaveURL(/\?q=every\+price$/);
  await page.getByLabel('Sort').selectOption('Price, highest');
  await expect(page).toHaveURL(/\?q=every\+price&sort=-price$/);
  await page.goBack();
  await expect(page.getByLabel('Sort')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(products(page)).toHaveCount(10);
  await page.goForward();
  await expect(page.getByRole('searchbox')).toHaveValue('every price');
  await expect(products(page).first()).toContainText('Every price');
});

test('an order that is chosen right after the last letter keeps the words', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('searchbox').pressSequentially('every price');
  await page.getByLabel('Sort').selectOption('Price, highest');
  await expect(page).toHaveURL('/?q=every+price&sort=-price');
  await expect(page.getByRole('searchbox')).toHaveValue('every price');
  await expect(products(page).first()).toContainText('Every price');
});

test('a list that does not come says why, and comes when it is asked for again', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/');
  await page.route('**/api/catalogue?*', (route) => route.fulfill({ body: '<h1>Starting</h1>' }));
  await page.getByRole('searchbox').pressSequentially('every price');
  const alert = page.getByRole('region', { name: 'Products' }).getByRole('alert');
  await expect(alert).toContainText('The response is not from the portal');
  await expect(page.getByRole('navigation', { name: 'Filter by tag' }).locator('summary')).not.toHaveCount(0);
  await page.unroute('**/api/catalogue?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(products(page).first()).toContainText('Every price');
});

test('products that were used are found again, in the order of their use', { tag: '@deep' }, async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'farebox.recent-products',
      JSON.stringify([{ slug: 'qr-code', name: 'QR code' }, 'broken', { slug: 'barcode', name: 'Barcode' }]),
    ),
  );
  await visit(page, '/');
  const recent = page.getByRole('navigation', { name: 'Recently used' });
  await expect(recent.getByRole('link')).toHaveText(['QR code', 'Barcode']);
  await expect(recent.getByRole('link').first()).toHaveAttribute('href', '/products/qr-code');
});

test('a tag that nothing has any more can be given up', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/?tag=gone');
  await page.getByRole('list', { name: 'Selected tags' }).getByRole('link', { name: 'Remove gone' }).click();
  await expect(page).toHaveURL('/');
  await expect(products(page)).toHaveCount(10);
});

test('an empty list says why, what to try, and leads back', async ({ page }) => {
  await visit(page, '/?tag=fixtures&tag=generate');
  await expect(page.getByText('No products have these tags.')).toBeVisible();
  await expect(page.getByText('Try other words')).toBeHidden();
  await visit(page, '/?q=zzzzqqqq');
  await expect(page.getByText('No products match “zzzzqqqq”.')).toBeVisible();
  await expect(page.getByText('Try other words for what it should do.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(products(page)).toHaveCount(10);
});

test('a page past the end leads to the beginning', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/?page=99');
  await expect(page.getByText('This page does not exist.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a tag narrows the list, a second press widens it again', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/?tag=fixtures');
  const tag = page
    .getByRole('navigation', { name: 'Filter by tag' })
    .getByRole('link', { name: /^Fixtures/ });
  await expect(tag).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('status')).toHaveText('4 products');
  await tag.click();
  await expect(page.getByRole('status')).not.toHaveText('4 products');
  await expect(page).toHaveURL('/');
});

test('where there is room, the first tags are a list that is there, and no control that says otherwise', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, '/');
  const tags = page.getByRole('navigation', { name: 'Filter by tag' });
  await expect(tags.getByRole('heading', { name: 'API type' })).toBeVisible();
  await expect(tags.locator('summary:visible')).toHaveText([/^Show all/, 'Provider', 'Capability', 'Label']);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  await expect(tags.getByRole('link').first()).toBeFocused();
});

test('where there is none, they open by the keyboard as the others do', { tag: '@deep' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await visit(page, '/');
  const tags = page.getByRole('navigation', { name: 'Filter by tag' });
  await expect(tags.getByRole('heading')).toHaveCount(0);
  await expect(tags.locator('summary:visible')).toHaveText(['API type', 'Provider', 'Capability', 'Label']);
  await expect(tags.getByRole('link')).toHaveCount(0);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  await expect(tags.locator('summary:visible').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(tags.getByRole('link').first()).toBeFocused();
});

test('pages lead on and back', async ({ page }) => {
  await visit(page, '/');
  const first = await products(page).first().textContent();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(products(page).first()).not.toHaveText(first ?? '');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(products(page).first()).toHaveText(first ?? '');
  await pages(page).getByRole('link', { name: 'Page 3' }).click();
  await expect(page).toHaveURL('/?page=3');
});

test('a page has as many products as is chosen, and begins with the same ones', {
  tag: ['@deep', '@phone'],
}, async ({ page }) => {
  await visit(page, '/?page=3');
  const name = products(page).first().getByRole('heading');
  const first = await name.innerText();
  await page.getByRole('group', { name: 'Products per page' }).getByRole('link', { name: '20' }).click();
  await expect(page).toHaveURL('/?pageSize=20&page=2');
  await expect(name).toHaveText(first);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(products(page)).toHaveCount(20);
  await page.getByLabel('Sort').selectOption('Most used');
  await expect(page).toHaveURL('/?sort=popular&pageSize=20');
  await expect(products(page)).toHaveCount(20);
});

test('rows show more of the list at once, and the address keeps them', { tag: ['@deep', '@phone'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/');
  await expect(products(page)).toHaveCount(10);
  await expect.poll(() => countOnScreen(page)).toBeGreaterThanOrEqual(6);
  await page.getByRole('group', { name: 'Layout' }).getByRole('link', { name: 'Rows' }).click();
  await expect(page).toHaveURL('/?layout=rows');
  await expect(products(page)).toHaveCount(10);
  await expect.poll(() => countOnScreen(page)).toBeGreaterThanOrEqual(8);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/?page=2&layout=rows');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Rows' })).toHaveAttribute('aria-current', 'true');
});

/** Products that are on the screen from top to bottom. */
function countOnScreen(page: Page): Promise<number> {
  return products(page).evaluateAll(
    (articles) =>
      articles.filter((article) => article.getBoundingClientRect().bottom <= window.innerHeight).length,
  );
}

test('pages, sizes and layouts are links without script, too', { tag: '@deep' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await pages(page).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/?page=2');
  await page.getByRole('link', { name: '20', exact: true }).click();
  await page.getByRole('link', { name: 'Rows' }).click();
  await expect(products(page)).toHaveCount(20);
  await page.getByRole('searchbox', { name: 'Search products' }).fill('every price');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/layout=rows/);
  await expect(products(page).first()).toContainText('Every price');
  await context.close();
});

test('many tags are folded, and found by a filter', { tag: ['@deep', '@phone'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, '/');
  const tags = page.getByRole('navigation', { name: 'Filter by tag' });
  await tags.locator('summary', { hasText: 'Provider' }).click();
  const group = tags.locator('details', { hasText: 'Provider' });
  await expect(group.getByRole('link')).toHaveCount(8);
  await group.getByText(/^Show all \d+$/).click();
  await expect(group.getByText('Show fewer')).toBeVisible();
  await group.getByRole('searchbox', { name: 'Filter: Provider' }).fill('QRC');
  await expect(group.getByRole('link')).toHaveText(/^node-qrcode/);
  await group.getByRole('link').click();
  await expect(page).toHaveURL('/?tag=node-qrcode');
  await expect(page.getByRole('status')).toHaveText('1 product');
});

test('what is deprecated says so, and comes last', { tag: '@deep' }, async ({ page }) => {
  for (const layout of ['', '&layout=rows']) {
    await visit(page, `/?tag=fixtures&tag=retired${layout}`);
    await expect(products(page)).toHaveCount(5);
    await expect(products(page).getByText('Deprecated', { exact: true })).toHaveCount(1);
    await expect(products(page).last()).toContainText('A retired operation');
    await expect(products(page).last()).toContainText('Deprecated');
  }
  await visit(page, '/products/retired');
  await expect(page.getByRole('main').getByText('Deprecated', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('retired operation');
  await expect(page.getByRole('option', { name: /^A retired operation/ })).toContainText('Deprecated');
});

test('a typo finds what was meant, and marks it', async ({ page }) => {
  await visit(page, '/?q=barcdoe');
  await expect(page.getByRole('status')).toHaveText(/^\d+ products? for “barcdoe” or “barcode”$/);
  await expect(products(page).first().getByRole('heading').locator('mark')).toHaveText('Barcode');
});

test('text of a product is inert, whatever it holds', async ({ page }) => {
  await visit(page, '/?q=hostile');
  const hostile = products(page).filter({ hasText: 'Hostile text' });
  await expect(hostile.getByRole('heading')).toHaveText('<img src=x onerror=alert(1)> Hostile text');
  await expect(hostile.locator('img, script, iframe, [href^="javascript:"], [href^="data:"]')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Farebox/);
});

for (const addresses of [
  ['/'],
  ['/?layout=rows&pageSize=20', '/?q=zzzzqqqq', '/?tag=fixtures', '/problems/malformed-json'],
]) {
  const what = addresses.length === 1 ? 'the catalogue' : 'what it is narrowed to';
  test(`${what} has nothing that axe finds`, deepUnless(addresses.length === 1), async ({ page }) => {
    for (const address of addresses)
      await test.step(address, async () => {
        await visit(page, address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      });
  });
}

test('nothing is wider than the screen', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/?tag=fixtures');
  await expectNothingWider(page);
});
