import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible, violationsOnly } from '../setup/expect-accessible.ts';
import { expect, test, visit } from './journey.ts';

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

test('the docs have every endpoint of the OpenAPI document, and every shape', async ({ page, request }) => {
  const document = await (await request.get('/openapi.json')).json();
  await visit(page, '/docs');
  const main = page.getByRole('main');
  for (const [path, methods] of Object.entries<Record<string, { operationId: string; summary: string }>>(
    document.paths,
  )) {
    for (const { operationId, summary } of Object.values(methods)) {
      const section = main.getByRole('region', { name: summary, exact: true });
      await expect(section.getByRole('heading', { level: 2 })).toHaveAttribute('id', operationId);
      await expect(section).toContainText(path);
    }
  }
  for (const shape of Object.keys(document.components.schemas))
    await expect(main.getByRole('heading', { level: 3, name: shape, exact: true })).toHaveCount(1);
});

test('a command of the docs is copied, and works, with a product that runs here', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/docs');
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

test('the contents lead to their sections, and errors to their pages', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, '/docs');
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Call an API product', exact: true })
    .click();
  await expect(page).toHaveURL('/docs#callProduct');
  const section = page.getByRole('region', { name: 'Call an API product', exact: true });
  await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
  await section.getByText(/^\d+ possible errors$/).click();
  await section.getByRole('link', { name: 'insufficient-credits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/credits/i);
});

test('the contents are folded where there is little room', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/docs');
  await page.getByText('Contents', { exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Errors', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Errors' })).toBeInViewport();
});

test('every error of the index has its page, with a response and where it comes from', async ({ page }) => {
  await visit(page, '/problems');
  await page.getByRole('link', { name: /^insufficient-credits/ }).click();
  const example = page.getByRole('group', { name: 'Example response' });
  await expect(example).toContainText('HTTP/1.1 402 Payment Required');
  await expect(example).toContainText('"code": "insufficient-credits"');
  await page.getByRole('link', { name: /Call an API product/ }).click();
  await expect(page).toHaveURL('/docs#callProduct');
  await expect(page.getByRole('heading', { name: 'Call an API product' })).toBeInViewport();
});

for (const address of [
  '/docs',
  '/problems',
  '/problems/validation',
  '/products/qr-code?tab=reference',
  '/products/recursive?tab=reference',
]) {
  test(`${address} has nothing that axe finds, and fits`, async ({ page }) => {
    // The docs are long, and each of their words is looked at.
    test.slow();
    await visit(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // What is not laid out yet lies over what comes next, as far as axe can see.
    await page.evaluate(() => {
      const laidOut = new CSSStyleSheet();
      laidOut.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(laidOut);
    });
    const rules = { 'target-size': { enabled: true } };
    await expectAccessible(page, (axe) => axe.options({ ...violationsOnly, rules }));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
