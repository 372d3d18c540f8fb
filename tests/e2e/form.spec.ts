import type { Locator } from '@playwright/test';
import { writeShareLink } from '../../lib/view/share-link.ts';
import {
  call,
  field,
  form,
  holdRequests,
  openInParts,
  openSlowly,
  pressCall,
  result,
  sentInput,
  ticket,
} from './form-journey.ts';
import { expect, test, visit } from './journey.ts';

const prices = '**/api/product/credits/required/*';

test.describe('what is typed before the scripts of a page run', () => {
  test('is the input', { tag: '@phone' }, async ({ page }) => {
    const letThrough = await openSlowly(page, '/products/every-field');
    await field(page, 'Line').fill('typed "early"');
    await field(page, 'Note').fill('two\nlines');
    await field(page, 'Amount').fill('12.5');
    await form(page).getByText('brisk', { exact: true }).click();
    await form(page)
      .getByLabel('Choose a file for File')
      .setInputFiles({ name: 'early.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await letThrough();
    await expect(field(page, 'Line')).toHaveValue('typed "early"');
    await expect(form(page)).toContainText('early.txt');
    expect(await sentInput(page)).toMatchObject({
      line: 'typed "early"',
      note: 'two\nlines',
      amount: 12.5,
      mood: 'brisk',
      file: 'data:text/plain;name=early.txt;base64,aGVsbG8=',
    });
  });

  test('stays beside what was remembered', { tag: '@deep' }, async ({ page }) => {
    await visit(page, '/products/every-field');
    await field(page, 'Line').fill('of last week');
    await field(page, 'Note').fill('remembered');
    await page.waitForFunction(() => localStorage.getItem('farebox.inputs')?.includes('remembered'));
    const letThrough = await openSlowly(page, '/products/every-field');
    await field(page, 'Line').fill('of today');
    await letThrough();
    await expect(field(page, 'Note')).toHaveValue('remembered');
    expect(await sentInput(page)).toEqual({ line: 'of today', note: 'remembered' });
  });

  test('stays beside what a link brings', { tag: '@deep' }, async ({ page }) => {
    const link = writeShareLink({ line: 'shared', note: 'with you' });
    const letThrough = await openSlowly(page, `/products/every-field#${link.ok ? link.fragment : ''}`);
    await field(page, 'Line').fill('mine');
    await letThrough();
    await expect(field(page, 'Note')).toHaveValue('with you');
    expect(await sentInput(page)).toEqual({ line: 'mine', note: 'with you' });
  });
});

test('a body that may be left out says how, and its fields what it needs', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/products/spare-body');
  await expect(form(page)).toContainText('To send no body, leave all fields empty.');
  await expect(field(page, 'Title')).toHaveAttribute('aria-required', 'true');
  expect(await sentInput(page)).toEqual({});
});

test('a call is sent although somebody types on', async ({ page }) => {
  await visit(page, '/products/every-field');
  const letThrough = await holdRequests(page, prices);
  await field(page, 'Line').fill('meant');
  const asked = page.waitForRequest(prices);
  const sent = page.waitForRequest('**/api/product/developer/call/*');
  await call(page);
  await asked;
  const askedAgain = page.waitForRequest(prices);
  await field(page, 'Line').fill('of the next call');
  await askedAgain;
  await letThrough();
  expect((await sent).postDataJSON()).toEqual({ line: 'meant' });
});

test('what was typed is not called missing before its price is known', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/products/pair');
  await call(page);
  await expect(field(page, 'First')).toBeFocused();
  await expect(field(page, 'First')).toHaveAttribute('aria-invalid', 'true');
  const letThrough = await holdRequests(page, prices);
  await field(page, 'First').fill('typed');
  const asked = page.waitForRequest(prices);
  await call(page);
  await asked;
  expect(await field(page, 'First').getAttribute('aria-invalid')).toBeNull();
  await letThrough();
  await expect(field(page, 'Second')).toBeFocused();
  await expect(field(page, 'Second')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'First')).not.toHaveAttribute('aria-invalid');
});

test('no call leaves out a file that is still being read', async ({ page }) => {
  const letThrough = await openInParts(page, '/products/every-field');
  const place = form(page).getByLabel('Choose a file for File');
  await place.focus();
  await place.setInputFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') });
  await expect(form(page)).toContainText('Reading…');
  await pressCall(page);
  await expect(ticket(page)).toContainText('A file is still being read');
  await letThrough();
  await expect(form(page)).toContainText('slow.txt');
  await expect(place).toBeFocused();
  expect(await sentInput(page)).toEqual({ file: 'data:text/plain;name=slow.txt;base64,c2xvdw==' });
});

test.describe('a text that is not part of the input is not passed over in silence', () => {
  test('the key of a map that was not added', { tag: '@phone' }, async ({ page }) => {
    await visit(page, '/products/every-field');
    await form(page).getByRole('button', { name: 'Fill in Map' }).click();
    const key = form(page).getByRole('textbox', { name: 'New key of Map' });
    await key.fill('colour');
    await expect(form(page)).toContainText('Not added yet');
    await field(page, 'Line').focus();
    await call(page);
    await expect(key).toBeFocused();
    await expect(ticket(page)).toContainText('not part of the input');
    await page.keyboard.press('Enter');
    expect(await sentInput(page)).toEqual({ map: { colour: '' } });
  });

  test('in a field of the form', { tag: '@deep' }, async ({ page }) => {
    await visit(page, '/products/every-field');
    await field(page, 'Anything').fill('{"kept": true');
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('tab', { name: 'Form' }).click();
    await expect(field(page, 'Anything')).toHaveValue('{"kept": true');
    await field(page, 'Line').focus();
    await call(page);
    await expect(field(page, 'Anything')).toBeFocused();
    await expect(ticket(page)).toContainText('not part of the input');
    await page.keyboard.press('End');
    await page.keyboard.insertText('}');
    expect(await sentInput(page)).toMatchObject({ anything: { kept: true } });
  });

  test('under JSON', async ({ page }) => {
    await visit(page, '/products/every-field');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Input as JSON' });
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{"line": "half');
    await call(page);
    await expect(ticket(page)).toContainText('not part of the input');
    await expect(result(page)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('"}');
    expect(await sentInput(page)).toEqual({ line: 'half' });
  });
});

test('a large number is priced and sent as it is', async ({ page }) => {
  await visit(page, '/products/every-field');
  await field(page, 'Amount').fill('1e18');
  expect(await sentInput(page)).toEqual({ amount: 1e18 });
  await expect(result(page)).toContainText('Answered with 200');
});

test('a file that is larger than a call may be is told of before anything is sent', async ({ page }) => {
  await visit(page, '/products/every-field');
  const largest: number[] = [];
  page.on('request', (request) => largest.push(request.postData()?.length ?? 0));
  const choose = form(page).getByLabel('Choose a file for File');
  await choose.setInputFiles({ name: 'a.bin', mimeType: 'application/x-a', buffer: Buffer.alloc(90_000) });
  await expect(form(page).getByRole('alert')).toContainText('A call of this product takes up to 97.7 KiB');
  await choose.setInputFiles({ name: 'a.bin', mimeType: 'application/x-a', buffer: Buffer.alloc(60_000) });
  await expect(form(page).getByText('a.bin')).toBeVisible();
  await expect(form(page).getByRole('alert')).toHaveCount(0);
  await field(page, 'Note').fill('x'.repeat(30_000));
  await expect(ticket(page)).toContainText('The limit is 97.7 KiB.');
  expect(Math.max(...largest)).toBeLessThan(100_000);
});

test('a table of a list has the whole width, and its tools stand beside each row', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/products/every-price');
  const rows = page.getByRole('group', { name: 'Rows', exact: true });
  await rows.getByRole('button', { name: 'Add row to Rows' }).click();
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0;
  expect(await widthOf(rows.getByRole('table'))).toBeGreaterThan((await widthOf(rows)) - 10);
  await rows.getByRole('button', { name: 'Remove Rows 1' }).click();
  await expect(rows.getByRole('textbox')).toHaveCount(0);
});
