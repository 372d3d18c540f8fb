import { z } from 'zod';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { keyed, startKeyedUpstream } from '../setup/keyed-upstream.ts';
import { makePerson } from '../setup/make-person.ts';
import { publishProducts, type TestProduct } from '../setup/test-catalogue.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const phoneSize = { width: 390, height: 844 };
const [name, slug] = ['JOURNEY_KEY', 'keyed-journey'];
const [right, wrong] = ['a key that works', 'a mistyped key'];

test.use({ refusals: [404, 422, 502] });

test('an owner is led to the credential that a product misses, tests it, sets it, replaces it and revokes it', async ({
  page,
}) => {
  const upstream = await startKeyedUpstream();
  upstream.accepted.add(right);
  const lines = [{ label: 'Each', flat: 1 }];
  const product: TestProduct = { slug, method: 'get', status: 'offline', lines, secrets: [keyed(name)] };
  await publishProducts(dataFolder, upstream.url, [product]);
  await bringSession(page, (await makePerson(dataFolder)).headers);

  await visit(page, `/operator/products?q=${slug}`);
  await untilKeysWork(page);
  await page.getByRole('button', { name: `Actions for ${slug}` }).click();
  await page.getByRole('menuitem', { name: 'Put online' }).click();
  await page.getByRole('link', { name: `Set credential ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credentials' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Missing');
  await expectAccessible(page);

  await row.getByRole('button', { name: `Set … ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Sent to ${upstream.url} by ${slug}.`);
  await dialog.getByLabel('Credential').fill(wrong);
  await dialog.getByRole('button', { name: 'Test before it is stored' }).click();
  await expect(dialog).toContainText(/GET \/do answered 401 in \d+ ms: the API refuses it\./);
  await dialog.getByLabel('Credential').fill(right);
  await dialog.getByRole('button', { name: 'Test before it is stored' }).click();
  await expect(dialog).toContainText(/GET \/do answered 200 in \d+ ms\./);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set credential' }).click();
  await expect(row).toContainText('Stored encrypted. Nobody can read it again, operators neither.');
  await expect(row).toContainText('by Ada Lovelace');
  await row.getByRole('button', { name: `Test ${name}` }).click();
  await expect(row).toContainText(/answered 200 in/);

  await row.getByRole('button', { name: `Replace … ${name}` }).click();
  await dialog.getByLabel('Credential').fill(wrong);
  await dialog.getByRole('button', { name: 'Replace credential' }).click();
  await row.getByRole('button', { name: 'Bring back' }).click();
  await expect(row.getByRole('button', { name: 'Bring back' })).toBeEnabled();
  await row.getByRole('button', { name: `Test ${name}` }).click();
  await expect(row).toContainText(/answered 200 in/);

  const size = page.viewportSize();
  await page.setViewportSize(phoneSize);
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);

  await row.getByRole('button', { name: `Revoke… ${name}` }).click();
  await expect(dialog).toContainText('1 product needs it to go online; it is offline.');
  await dialog.getByLabel('Reason').fill('It leaked');
  await dialog.getByLabel(`Type ${name}`).fill(name);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Missing');
  await upstream.close();
});

test('an owner sets the credential of an import where it is missing', async ({ page }) => {
  const title = `Keyed ${Math.random().toString(36).slice(2)}`;
  const document = {
    openapi: '3.1.0',
    info: { title, version: '1.0' },
    servers: [{ url: process.env['FAREBOX_TEST_UPSTREAM'] ?? '' }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
    security: [{ key: [] }],
    paths: { '/do': { get: { summary: 'Do it', responses: { '200': { description: 'Done.' } } } } },
  };
  await bringSession(page, (await makePerson(dataFolder)).headers);
  const sent = await page.request.post('/api/operator/imports/document', { data: JSON.stringify(document) });
  const { id } = z.object({ id: z.string() }).parse(await sent.json());
  await visit(page, `/operator/imports/${id}`);
  await expect(page.getByText('1 missing')).toBeVisible();
  await untilKeysWork(page);
  await page.getByRole('button', { name: /^Set … KEYED_/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credential').fill(right);
  await dialog.getByRole('button', { name: 'Set credential' }).click();
  await expect(page.getByText('All set')).toBeVisible();
  await expectAccessible(page);
});
