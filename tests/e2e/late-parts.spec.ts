import { test as anyTest } from '@playwright/test';
import { writeShareLink } from '../../lib/view/share-link.ts';
import {
  pressCall,
  field,
  form,
  openInParts,
  openWithHeld,
  openWithoutParts,
  result,
  sentInput,
  ticket,
} from './form-journey.ts';
import { expect, test } from './journey.ts';

const lost = (what: string) => new RegExp(`${what} could not be loaded. The portal cannot be reached.`);

anyTest.describe('a part of a page whose script does not come', () => {
  anyTest(
    'leaves a large form as it is, and comes when it is asked for again',
    { tag: '@deep' },
    async ({ page }) => {
      const letThrough = await openWithoutParts(page, '/products/large-form');
      await expect(
        page.getByRole('alert').filter({ hasText: lost('The search of this form') }),
      ).toBeVisible();
      const groups = page.getByRole('alert').filter({ hasText: lost('The other fields') });
      await expect(groups).toBeVisible();
      await field(page, 'Reference').fill('mine');
      await letThrough();
      await groups.getByRole('button', { name: 'Try again' }).click();
      await form(page).getByRole('button', { name: /^More groups/ }).click(); // biome-ignore format: one line each
      await expect(field(page, 'Reference')).toHaveValue('mine');
    },
  );

  anyTest('comes when the network is back', { tag: '@deep' }, async ({ page }) => {
    const letThrough = await openWithoutParts(page, '/products/rows');
    await expect(page.getByRole('alert').filter({ hasText: lost('This table') })).toBeVisible();
    await letThrough();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await form(page).getByRole('button', { name: 'Add row to Points' }).click();
    await expect(field(page, 'X 1')).toBeFocused();
  });

  anyTest('leaves every page as it is where it is the palette', { tag: '@deep' }, async ({ page }) => {
    const letThrough = await openWithoutParts(page, '/');
    await page.keyboard.press('ControlOrMeta+k');
    const fault = page.getByRole('alert').filter({ hasText: lost('The palette') });
    await expect(fault).toBeVisible();
    await fault.getByRole('button', { name: 'Close' }).click();
    await expect(fault).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await letThrough();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  });

  anyTest('keeps a call from leaving out what is typed into it', { tag: '@deep' }, async ({ page }) => {
    const letThrough = await openWithHeld(page, '/products/rows', 'Choose a type…');
    await pressCall(page);
    await expect(page.getByText('Part of the form is still loading.')).toBeVisible();
    await field(page, 'Note').fill('an update reaches the union');
    await expect(form(page).getByText('Loading…')).toBeVisible();
    await pressCall(page);
    await expect(page.getByText('Part of the form is still loading.')).toBeVisible();
    await expect(result(page)).toHaveCount(0);
    await letThrough();
    await form(page).getByText('Bank', { exact: true }).click();
    await field(page, 'Iban').fill('DE02');
    expect(await sentInput(page)).toMatchObject({ method: { iban: 'DE02' } });
  });

  anyTest('leaves help as it is written', { tag: '@deep' }, async ({ page }) => {
    await openWithoutParts(page, '/products/every-field');
    await expect(form(page).getByText('A day, as `2026-01-31`.')).toBeVisible();
  });

  anyTest('is told of where it would read the input of a link', { tag: '@deep' }, async ({ page }) => {
    const link = writeShareLink({ line: 'shared' });
    await openWithoutParts(page, `/products/every-field#${link.ok ? link.fragment : ''}`);
    await expect(page.getByText('The input of this link could not be loaded')).toBeVisible();
  });
});

test('JSON that is typed before it can be read is read then, and not passed over', { tag: '@deep' }, async ({
  page,
}) => {
  const letThrough = await openInParts(page, '/products/every-field');
  await field(page, 'Anything').fill('{"a": [1]}');
  await pressCall(page);
  await expect(ticket(page)).toContainText('not part of the input');
  await expect(result(page)).toHaveCount(0);
  await letThrough();
  await expect(form(page).getByText('Reading…')).toHaveCount(0);
  expect(await sentInput(page)).toEqual({ anything: { a: [1] } });
});

test('no call is made of the example while the input of a link is still to come', { tag: '@deep' }, async ({
  page,
}) => {
  const link = writeShareLink({ line: 'shared' });
  const letThrough = await openInParts(page, `/products/every-field#${link.ok ? link.fragment : ''}`);
  await pressCall(page);
  await expect(ticket(page)).toContainText('The input of the link is still loading');
  await letThrough();
  await expect(field(page, 'Line')).toHaveValue('shared');
  expect(await sentInput(page)).toEqual({ line: 'shared' });
});
