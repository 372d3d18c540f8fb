import { createServer } from 'node:http';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

test.use({ refusals: [422] });

const operation = (summary: string, tag: string) => ({
  summary,
  tags: [tag],
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', example: 3 } }],
  responses: { '200': { description: 'Done.' } },
});

/** Twelve operations in two groups. */
function boatDocument() {
  const things = ['boats', 'crews', 'ports'];
  const paths = things.flatMap((thing, index) => {
    const tag = index === 2 ? 'Harbour' : 'Fleet';
    return [
      [`/${thing}`, { get: operation(`List ${thing}`, tag), post: operation(`Create ${thing}`, tag) }],
      [`/${thing}/all`, { get: operation(`Count ${thing}`, tag), delete: operation(`Remove ${thing}`, tag) }],
    ];
  });
  return {
    openapi: '3.1.0',
    info: { title: `Boats ${Math.random().toString(36).slice(2)}`, version: '1.0' },
    servers: [{ url: upstream }],
    tags: [{ name: 'Fleet', description: 'What sails.' }],
    paths: Object.fromEntries(paths),
  };
}

/** Serves a document while a test runs. */
async function serve(document: object): Promise<{ address: string; close: () => void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(document)));
  const address = `http://127.0.0.1:${await listenOnLoopback(server)}/openapi.json`;
  return { address, close: () => server.close() };
}

test('an operator imports twelve operations from an address, names and prices them, puts them online, and they are called', async ({
  page,
  request,
}) => {
  const document = boatDocument();
  const { address, close } = await serve(document);
  await bringSession(page, (await makePerson(dataFolder, { role: 'publisher' })).headers);
  await visit(page, '/operator/products');
  await page.getByRole('link', { name: 'Import an API' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import an API' })).toBeVisible();
  await untilKeysWork(page);
  await expectAccessible(page);

  await page.getByLabel('Address of the document').fill('http://10.1.2.3/openapi.json');
  await page.getByRole('button', { name: 'Read the document' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The address 10.1.2.3 is not on the public internet. An owner can allow it under Private addresses in the console.',
  );
  await page.getByLabel('Address of the document').fill(address);
  await page.getByLabel('Address of the document').press('Enter');
  await expect(page.getByText('12 of 12 chosen')).toBeVisible();
  await expect(page.getByText('12 operations in 2 groups')).toBeVisible();
  await expectAccessible(page);

  const price = page.getByRole('region', { name: 'Price for all' });
  await price.getByLabel('Credits for each call').fill('2');
  await price.getByLabel('Credits for each call').press('Enter');
  await expect(page.getByLabel('Credits for GET /boats', { exact: true })).toHaveValue('2');
  await page.getByLabel('Credits for all of Harbour').fill('free');
  await page.getByLabel('Credits for all of Harbour').press('Enter');
  await expect(page.getByLabel('Credits for GET /ports', { exact: true })).toHaveValue('Free');
  await page.getByLabel('Credits for POST /boats', { exact: true }).fill('1.5');
  await page.getByLabel('Credits for POST /boats', { exact: true }).press('Tab');
  await expect(page.getByText('1.5 has a fraction')).toBeVisible();
  await page.getByLabel('Credits for POST /boats', { exact: true }).fill('7');
  await page.getByLabel('Credits for POST /boats', { exact: true }).press('Tab');

  await page.getByRole('button', { name: 'List boats of GET /boats', exact: true }).press('Enter');
  await page.getByLabel('Name in the catalogue').fill('All the boats');
  const slug = `all-boats-${Math.random().toString(36).slice(2)}`;
  await page.getByLabel('Slug', { exact: true }).fill('No Slug');
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Expected a slug' })).toBeVisible();
  await page.getByLabel('Slug', { exact: true }).fill(slug);
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(page.getByRole('button', { name: 'All the boats of GET /boats', exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'DELETE /ports/all' }).press('Space');
  await expect(page.getByText('11 of 12 chosen')).toBeVisible();

  await page.reload();
  await expect(page.getByText('11 of 12 chosen')).toBeVisible();
  await expect(page.getByLabel('Credits for POST /boats', { exact: true })).toHaveValue('7');
  await page.getByLabel('Search operations').fill('crews/all');
  await expect(page.getByRole('checkbox', { name: /\/crews/ })).toHaveCount(2);
  await page.getByLabel('Search operations').fill('');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Put 11 online …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put 11 online' }).click();
  await expect(page.getByRole('heading', { name: '11 products: 11 online, 0 offline' })).toBeVisible();
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All the boats' }).locator('visible=true').click();
  await expect(page.getByRole('heading', { level: 1, name: 'All the boats' })).toBeVisible();

  const { key } = await makeAccount(dataFolder, 10);
  const call = await request.post(`/api/product/developer/call/${slug}`, {
    headers: { authorization: `Bearer ${key}` },
    data: { limit: 3 },
  });
  expect([call.status(), call.headers()['farebox-credits-balance']]).toEqual([200, '8']);
  close();
});
