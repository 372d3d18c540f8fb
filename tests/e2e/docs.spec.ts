import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, violationsOnly } from '../setup/expect-accessible.ts';
import { deepUnless, expect, expectNothingWider, test, visit } from './journey.ts';

/** Of the products that run beside the portal; others of the shipped catalogue call APIs on the internet. */
async function shippedSlugs(): Promise<string[]> {
  const files = await readdir('catalogue', { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.yaml')).map((file) => readFile(join('catalogue', file), 'utf8')),
  );
  return texts.flatMap((text) =>
    text.includes('document: ../openapi/toolbox.yaml') ? (/^slug: (\S+)/m.exec(text)?.[1] ?? []) : [],
  );
}

test('a command of the docs is copied, and works, with a product that runs here', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/docs/products');
  const section = page.getByRole('region', { name: 'Get credits required for a call', exact: true });
  await section.getByRole('button', { name: 'Copy' }).click();
  await expect(section.getByRole('button')).toHaveText('Copied');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, address = '', body = ''] = /^curl '([^']+)' \\\n {2}-d '(.+)'$/.exec(command) ?? [];
  expect(address).toContain(baseURL);
  expect(await shippedSlugs()).toContain(address.slice(address.lastIndexOf('/') + 1));
  const answer = await request.post(address, { data: body });
  expect(await answer.json()).toEqual({ credits: expect.any(Number) });
});

const current = (page: Page, value: string) =>
  page.getByRole('navigation', { name: 'Docs' }).locator(`[aria-current=${value}]`);

test('the list of pages leads to sections, and marks the one that is read', { tag: '@deep' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, '/docs/products');
  const list = page.getByRole('navigation', { name: 'Docs' });
  await expect(current(page, 'page')).toHaveText('Products');
  await expect(current(page, 'location')).toHaveCount(0);
  await list.getByRole('link', { name: 'Call an API product', exact: true }).click();
  await expect(page).toHaveURL('/docs/products#callProduct');
  await expect(current(page, 'location')).toHaveText('Call an API product');
  const section = page.getByRole('region', { name: 'Call an API product', exact: true });
  await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
  const following = page.getByRole('heading', { level: 2, name: 'List APIs and products' });
  await following.evaluate((heading) => heading.scrollIntoView());
  await expect(current(page, 'location')).toHaveText('List APIs and products');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(current(page, 'location')).toHaveText('Schemas');
  await section.getByText(/^\d+ possible errors$/).click();
  await section.getByRole('link', { name: 'insufficient-credits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/credits/i);
});

test('the list of pages shows the page that is read, also far below', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await visit(page, '/docs/operators-supervision');
  await expect(current(page, 'page')).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('the list of pages is a menu where there is little room', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/docs/basics');
  const list = page.getByRole('navigation', { name: 'Docs' });
  await expect(list).toBeHidden();
  await page.getByText('Docs', { exact: true }).and(page.locator('summary *')).click();
  await list.getByRole('link', { name: 'Errors', exact: true }).click();
  await expect(list).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Errors' })).toBeInViewport();
  await page.locator('summary').filter({ hasText: 'Basics' }).focus();
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: 'Webhooks' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeInViewport();
  await expect(list).toBeHidden();
});

test('the footer leads to all endpoints, with the document for tools', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'OpenAPI' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'OpenAPI document', exact: true })).toHaveAttribute(
    'href',
    '/openapi.json',
  );
  await main.getByRole('link', { name: 'Create an API key', exact: false }).first().click();
  await expect(page).toHaveURL('/docs/api-keys#createKey');
  await expect(page.getByRole('heading', { level: 2, name: 'Create an API key' })).toBeInViewport();
});

test('the palette finds a page of the docs by what it is about', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/docs');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a product, page or call' }).fill('rotate');
  await page.getByRole('option', { name: 'API keys' }).click();
  await expect(page).toHaveURL('/docs/api-keys');
});

test('every error of the index has its page, with a response and where it comes from', {
  tag: '@deep',
}, async ({ page }) => {
  await visit(page, '/problems');
  await page.getByRole('link', { name: /^insufficient-credits/ }).click();
  const example = page.getByRole('group', { name: 'Example response' });
  await expect(example).toContainText('HTTP/1.1 402 Payment Required');
  await expect(example).toContainText('"code": "insufficient-credits"');
  await page.getByRole('link', { name: /Call an API product/ }).click();
  await expect(page).toHaveURL('/docs/products#callProduct');
  await expect(page.getByRole('heading', { name: 'Call an API product' })).toBeInViewport();
});

for (const [what, addresses] of Object.entries({
  'the index of errors': ['/problems'],
  'what is written of the portal and its products': [
    ...['/docs', '/docs/basics', '/docs/products', '/docs/reference', '/problems/validation'],
    ...['/products/qr-code?tab=reference', '/products/recursive?tab=reference'],
  ],
})) {
  test(
    `${what} has nothing that axe finds, and fits`,
    deepUnless(addresses.length === 1),
    async ({ page }) => {
      // The docs are long, and each of their words is looked at.
      test.slow();
      for (const address of addresses)
        await test.step(address, async () => {
          await visit(page, address);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const rules = { 'target-size': { enabled: true } };
          await expectAccessible(page, (axe) => axe.options({ ...violationsOnly, rules }));
          await expectNothingWider(page);
        });
    },
  );
}
