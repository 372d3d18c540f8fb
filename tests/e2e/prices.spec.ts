import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringSession, expect, expectNothingWider, test, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

async function publish(slug: string, credits: number) {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-prices-'));
  const entry = {
    ...{ slug, name: 'A toll', status: 'online', type: 'tolls', provider: 'tollgate', labels: [] },
    introduction: [{ title: 'What it does', text: 'It lets one pass.' }],
    operation: {
      server: { url: upstream },
      ...{ method: 'post', path: '/do' },
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { '200': { description: 'Done.', content: { 'application/json': {} } } },
    },
    price: { lines: [{ label: 'A passage through the gate', flat: credits }], maximum: 9 },
  };
  const tags = {
    types: [{ slug: 'tolls', name: 'Tolls' }],
    providers: [{ slug: 'tollgate', name: 'Tollgate' }],
  };
  await writeFile(join(folder, 'tags.yaml'), JSON.stringify(tags));
  await writeFile(join(folder, 'toll.yaml'), JSON.stringify(entry));
  try {
    await applyCatalogue(dataFolder, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a receipt leads to the price of its version, and that to what changed', async ({ page, request }) => {
  const slug = `toll-${Math.random().toString(36).slice(2)}`;
  await publish(slug, 2);
  await visit(page, `/products/${slug}/prices`);
  await expect(page.getByText(/^The price has never changed since/)).toBeVisible();
  await expectAccessible(page);
  await bringSession(page, (await makePerson(dataFolder)).headers);
  const called = await page.request.post(`/api/product/developer/call/${slug}`, { data: {} });
  expect(called.status()).toBe(200);
  await publish(slug, 3);

  await visit(page, `/calls/${called.headers()['farebox-call-id']}`);
  await page.getByRole('link', { name: 'Version 1' }).click();
  await expect(page).toHaveURL(/\/prices#version-1$/);
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('2 → 3 credits');
  await expect(rows.first()).toContainText('Some calls can cost more than before.');
  await expect(rows.first()).toContainText('dearer');
  await expect(rows.last().locator('#version-1')).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  // Guests read it, too, and find it where the price stands.
  await page.context().clearCookies();
  await visit(page, `/products/${slug}?tab=pricing`);
  await page.getByRole('link', { name: 'All prices so far' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prices so far' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Who published it/ })).toHaveCount(0);
  expect(await (await request.get(`/products/${slug}/prices.md`)).text()).toContain('Dearer');
});
