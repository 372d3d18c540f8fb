import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { expect, expectNothingWider, test, visit } from './journey.ts';

const entries = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article');
const operations = (page: Page) => page.getByRole('region', { name: 'Operations' });
const names = (page: Page) => operations(page).getByRole('heading', { level: 3 });

test('an API is one card of the catalogue, and opens', { tag: ['@phone', '@deep'] }, async ({ page }) => {
  await visit(page, '/?tag=parcel-post');
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('15 operations in 3 groups');
  await expect(entries(page)).toContainText('Send parcels and follow them.');
  await expect(page.getByText('1 API', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Rows' }).click();
  await expect(entries(page)).toContainText('15 operations in 3 groups');
  await page.getByRole('link', { name: 'Parcel Post API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Parcel Post API' })).toBeVisible();
  await expect(page).toHaveURL(/\/apis\/parcel-post$/);
  await expect(page).toHaveTitle(/Parcel Post API/);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/apis/parcel-post<');
});

test('the page of an API has its operations in the order and the groups of its document, before any script', {
  tag: '@deep',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/apis/parcel-post');
  await expect(
    page.getByText('Version 4.2 · 15 operations in 3 groups · Provider’s documentation'),
  ).toBeVisible();
  await expect(operations(page).getByRole('heading', { level: 2 })).toHaveText([
    /^Tracking/,
    /^Parcels/,
    /^Addresses/,
  ]);
  await expect(names(page).nth(0)).toHaveText('Track a parcel');
  await expect(names(page).nth(4)).toHaveText('List parcels');
  await expect(operations(page).getByRole('listitem').filter({ hasText: 'Deprecated' })).toHaveText(
    /Weigh a parcel/,
  );
  await expect(page.getByRole('link', { name: 'Provider’s documentation' })).toHaveAttribute(
    'href',
    'https://parcels.example/docs',
  );
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('alert');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Create an alert']);
  await context.close();
});

test('the filter follows each letter, and the slash key leads to it', { tag: ['@phone', '@deep'] }, async ({
  page,
}) => {
  await visit(page, '/apis/parcel-post');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter operations' })).toBeFocused();
  await page.keyboard.type('list');
  await expect(names(page)).toHaveText(['List stations of a parcel', 'List parcels', 'List addresses']);
  await expect(operations(page).getByRole('status')).toHaveText('3 operations of 15');
  await page.keyboard.type('zz');
  await expect(operations(page).getByRole('status')).toHaveText('No operations match “listzz”.');
});

test('a product leads to its API, its group and the operations beside it', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/apis/parcel-post');
  await names(page).filter({ hasText: 'Track a parcel' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Track a parcel' })).toBeVisible();
  const steps = page.getByRole('navigation', { name: 'Operations' });
  await expect(steps.getByRole('link')).toHaveCount(1);
  await steps.getByRole('link', { name: 'Next operation: List stations of a parcel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'List stations of a parcel' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tracking' }).click();
  await expect(page).toHaveURL(/\/apis\/parcel-post#group-tracking$/);
});

test('an API without an operation that is online says so, and no list has it', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/apis/silent');
  await expect(page.getByText('No operations of this API are online.')).toBeVisible();
  await visit(page, '/?q=silent');
  await expect(page.getByText(/for “silent”/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Silent API' })).toHaveCount(0);
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain('/apis/silent<');
});

test('an API has nothing that axe finds', async ({ page }) => {
  await visit(page, '/?q=parcel');
  await expectAccessible(page);
  await visit(page, '/apis/parcel-post');
  await expectAccessible(page);
  await visit(page, '/products/parcel-post-get-track');
  await expectAccessible(page, (axe) => axe.include('main header'));
});

test('an API fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const address of [
    '/?tag=parcel-post',
    '/?tag=parcel-post&layout=rows',
    '/apis/parcel-post',
    '/products/parcel-post-get-track',
  ]) {
    await visit(page, address);
    await expectNothingWider(page);
  }
});
