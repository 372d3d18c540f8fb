import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

// A slug that is none, and the second of two people.
test.use({ refusals: [409, 422] });

test('an operator writes a page, somebody else saves it meanwhile, and nothing is lost', async ({
  page,
  request,
}) => {
  const slug = `imprint-${Math.random().toString(36).slice(2)}`;
  const title = `Imprint ${slug.slice(-6)}`;
  const { headers } = await makePerson(dataFolder, { role: 'publisher' });
  await bringSession(page, headers);
  await visit(page, '/operator/pages');
  await page.getByRole('link', { name: 'New page…' }).click();
  await untilKeysWork(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('## Who we are\n\nA small shop.');
  await expect(
    page.getByRole('region', { name: 'Preview of the page' }).getByRole('heading', { name: 'Who we are' }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Address').fill('Not a slug');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Expected a slug: lower-case letters')).toBeVisible();
  await dialog.getByLabel('Address').fill(slug);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // What is typed is kept while somebody else is first.
  await untilKeysWork(page);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('## Who we are\n\nA small shop by the sea.');
  const saved = await request.post(`/api/operator/pages/${slug}/versions`, {
    headers,
    data: { title, text: '## Who we are\n\nA big shop.', inFooter: true, after: 1 },
  });
  expect(saved.status()).toBe(200);
  await page.getByRole('button', { name: 'Save…' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else has saved the page')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Version 2 was saved since you began.')).toBeVisible();
  await expect(text).toHaveValue(/by the sea/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'build on version 2' }).click();
  await page.getByRole('button', { name: 'Save…' }).click();
  await dialog.getByLabel('Reason').fill('We moved.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions.getByRole('row').filter({ hasText: 'We moved.' })).toContainText('3');
  await expectAccessible(page);
  await expectNothingWider(page);
  await versions.getByRole('link', { name: /^1\s*: what it said/ }).click();
  await expect(page.getByText('A small shop.')).toBeVisible();
  await expectAccessible(page);

  await visit(page, '/problems');
  await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('A small shop by the sea.')).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);

  await visit(page, `/operator/pages/${slug}`);
  await untilKeysWork(page);
  await page.getByRole('button', { name: `Delete… ${title}` }).click();
  await dialog.getByLabel(`Type ${slug}`).fill(slug);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
});
