import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

test('an API is found in the list, archived, brought back, and deleted once its slug is typed', async ({
  page,
}) => {
  const title = `Gliders ${Math.random().toString(36).slice(2)}`;
  const operation = (summary: string) => ({
    get: { summary, responses: { '200': { description: 'Done.' } } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title, version: '7.1' },
    servers: [{ url: upstream }],
    paths: { '/gliders': operation(`List ${title}`), '/wings': operation(`List wings of ${title}`) },
  };
  await bringSession(page, (await makePerson(dataFolder, { role: 'publisher' })).headers);
  await visit(page, '/operator/imports');
  await untilKeysWork(page);
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page.getByRole('textbox').last().fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Read the document' }).click();
  await expect(page.getByRole('button', { name: 'Create 2 drafts' })).toHaveClass(/button-main/);
  await page.getByRole('button', { name: 'Create 2 drafts' }).click();
  await expect(page.getByRole('button', { name: 'Put 2 online …' })).toHaveClass(/button-main/);
  await expect(page.getByRole('heading', { name: '2 products: 0 online, 2 offline' })).toBeVisible();

  await page.getByRole('link', { name: 'APIs' }).locator('visible=true').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'APIs' })).toBeVisible();
  await untilKeysWork(page);
  await page.getByLabel('Name or slug').fill(title);
  await page.getByLabel('Name or slug').press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: title }).locator('visible=true').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.getByRole('button', { name: `Archive… ${title}` }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Bring back ${title} from the archive` }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete… ${title}` }).click();
  const dialog = page.getByRole('dialog');
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await dialog.getByLabel(`Type ${slug}`).fill(slug);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'APIs' })).toBeVisible();
  await expectNothingWider(page);
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
});
