import { expectAccessible } from '../setup/expect-accessible.ts';
import { expect, test, visit } from './journey.ts';

test('the first press of Tab leads past the header', { tag: ['@deep', '@phone'] }, async ({ page }) => {
  await visit(page, '/problems/not-found');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('what can be pressed in the header is equally high on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/');
  const header = page.getByRole('banner');
  for (const name of ['Sign in', /free credits$/])
    expect((await header.getByRole('link', { name }).boundingBox())?.height).toBe(44);
});

test('a theme is there at once, and with the next page before any script', {
  tag: ['@deep', '@phone'],
}, async ({ page, context }) => {
  await visit(page, '/');
  const background = (of: typeof page) =>
    of.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.getByRole('radio', { name: 'Dark theme' }).check();
  const dark = await background(page);
  await page.getByRole('radio', { name: 'Light theme' }).check();
  const light = await background(page);
  expect(light).not.toBe(dark);
  // The browser stores a cookie a moment after the page has set it.
  const theme = async () => (await context.cookies()).find(({ name }) => name === 'farebox_theme')?.value;
  await expect.poll(theme).toBe('light');

  await context.route('**/*.js', (route) => route.abort());
  const other = await context.newPage();
  await other.goto('/problems/not-found');
  expect(await background(other)).toBe(light);
});

test('who goes back to the theme of the system has it', { tag: '@deep' }, async ({ page, context }) => {
  await visit(page, '/');
  await page.getByRole('radio', { name: 'Dark theme' }).check();
  const names = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(names).toContain('farebox_theme');
  await page.getByRole('radio', { name: 'System theme' }).check();
  await expect.poll(names).not.toContain('farebox_theme');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});

test('a slash searches, and is a slash where somebody types', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/');
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await page.keyboard.type('a/b?');
  await expect(search).toHaveValue('a/b?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette goes to a product by the keyboard alone', { tag: ['@deep', '@phone'] }, async ({
  page,
}) => {
  await page.route('**/products/every-price*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Its page</h1>' }),
  );
  await visit(page, '/');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await palette.getByRole('combobox').pressSequentially('every price');
  await expect(palette.getByRole('option').first()).toHaveText(/^Every price/);
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/^Every price/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/every-price');
});

test('the palette is walked with the arrows, around its ends', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('button', { name: 'Go to' }).click();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await palette.getByRole('combobox').fill('errors');
  await expect(palette.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText(['Errors']);
  // Products come later than pages, and before them.
  await expect(palette.getByRole('group', { name: 'Products' }).getByRole('option')).not.toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(palette.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Go to' })).toBeFocused();
});

test('a question mark shows the keys, and Escape takes them away', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/problems/not-found');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Search the catalogue');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
});

test('what is open has nothing that axe finds', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, (axe) => axe.include('dialog'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expectAccessible(page, (axe) => axe.include('dialog'));
});

test('a page that waits for a portal that does not answer says so, and goes on when it does', {
  tag: '@deep',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await visit(page, '/');
  await page.getByRole('searchbox').focus();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('searchbox').pressSequentially('every price');
  const notice = page.getByRole('banner').getByRole('alert');
  await expect(notice).toContainText('The portal cannot be reached.');
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('article').first()).toContainText('Every price');
  await expect(notice).toHaveCount(0);
  await context.close();
});

test('an address that leads nowhere leads on', { tag: '@deep' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  const answer = await visit(page, '/nowhere/at/all');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Search the catalogue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API products');
  await context.close();
});

test('the page of nothing says so before scripts have run', { tag: '@deep' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/products/nope', '/apis/nope', '/docs/nope', '/problems/nope', '/nowhere']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Page not found');
    await page.getByRole('link', { name: 'Search the catalogue' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API products');
  }
  await context.close();
});
