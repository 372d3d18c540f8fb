import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test('a publisher takes a product over from its file, changes it, and sees what was changed by whom', async ({
  page,
}) => {
  const publisher = await makePerson(dataFolder, { role: 'publisher', name: 'Pia Pub' });
  await bringSession(page, publisher.headers);
  await visit(page, '/operator/products/patient');
  await expect(page.getByRole('heading', { level: 1, name: /^patient/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep in the console' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep in the console' }).click();

  // In the form, whose faults stand at their fields.
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('');
  await expect(page.getByText('Expected a name; it is empty.').first()).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await name.fill(before);
  await page.getByRole('textbox', { name: 'Documentation' }).fill('# Patience\n\nIt waits.');
  const preview = page.getByRole('region', { name: 'Preview of the documentation' });
  await expect(preview.getByRole('heading', { name: 'Patience' })).toBeVisible();
  await expect(page.getByText('Changes doc.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The same text in the other way, and nothing of it once it is discarded.
  await page.getByRole('tab', { name: 'YAML' }).click();
  await expect(page.getByRole('textbox', { name: /^Definition of/ })).toContainText('# Patience');
  await page.getByRole('button', { name: 'Discard changes' }).click();

  const editor = page.getByRole('textbox', { name: /^Definition of/ });
  await expect(editor).toBeVisible();
  await editor.getByText(/^name: /).click();
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await expect(page.getByText('2 faults: it cannot be published like this.')).toBeVisible();
  await expect(page.getByText('Expected no key "xname".')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Line 2' }).click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('End');
  await page.keyboard.type(' anew');
  await expect(page.getByText('Changes name.')).toBeVisible();
  await page.reload();
  // What was typed is still there.
  await expect(page.getByText('Changes name.')).toBeVisible();
  await expectNothingWider(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByLabel('Reason (optional)').fill('A better name');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /anew/ })).toBeVisible();
  const versions = page
    .getByRole('navigation', { name: 'Parts of the product' })
    .getByRole('link', { name: /^Versions/ });
  await versions.click();
  const newest = page.getByRole('table', { name: 'Versions, newest first' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Pia Pub');
  await expect(newest).toContainText('A better name');
  await newest.getByRole('link').click();
  await expect(page.getByRole('group', { name: 'Changes, line by line' })).toContainText(
    /Before: ?name: .*Now: ?name: .* anew/s,
  );
  await expectAccessible(page);

  await visit(page, '/products/patient');
  await page.getByRole('button', { name: 'Try without charge' }).click();
  await expect(page.getByText(/^Test: answered 200 in \d+ ms$/)).toBeVisible();
  await page.getByText('What was sent').click();
  await expect(page.getByRole('group', { name: 'The request to the API' })).toContainText(
    'POST http://127.0.0.1',
  );
  await expectAccessible(page);
  await expectNothingWider(page);

  // Back to the first version, by the editor.
  await visit(page, '/operator/products/patient?release=1');
  await page.getByRole('button', { name: 'Bring back' }).click();
  await expect(page.getByText('Changes name.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await versions.click();
  await expect(newest).toContainText('3');
  await expect(page.getByRole('heading', { level: 1, name: /^patient/ })).not.toContainText('anew');
});
