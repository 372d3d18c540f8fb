import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

test('a product is archived and brought back; a draft is deleted once its slug is typed', async ({
  page,
}) => {
  const title = `Kites ${Math.random().toString(36).slice(2)}`;
  const operation = (summary: string) => ({
    get: { summary, responses: { '200': { description: 'Done.' } } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: upstream }],
    paths: { '/kites': operation(`List ${title}`) },
  };
  await bringSession(page, (await makePerson(dataFolder, { role: 'publisher' })).headers);
  await visit(page, '/operator/imports');
  await untilKeysWork(page);
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page.getByRole('textbox').last().fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Read the document' }).click();
  await page.getByRole('button', { name: 'Create 1 draft' }).click();
  await expect(page.getByRole('heading', { name: '1 product: 0 online, 1 offline' })).toBeVisible();
  await page
    .getByRole('link', { name: `List ${title}` })
    .locator('visible=true')
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `List ${title}` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: `Archive… List ${title}` }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await visit(page, '/operator/products?state=archived');
  await page.getByRole('link', { name: `List ${title}` }).click();
  await page.getByRole('button', { name: `Bring back List ${title} from the archive` }).click();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete… List ${title}` }).click();
  const dialog = page.getByRole('dialog');
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await dialog.getByLabel(`Type ${slug}`).fill('another');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText(`This is not ${slug}.`)).toBeVisible();
  await dialog.getByLabel(`Type ${slug}`).fill(slug);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await expect(page.getByRole('link', { name: `List ${title}` })).toHaveCount(0);
});
