import type { Page, Route } from '@playwright/test';
import { writeShareLink } from '../../lib/share-link.ts';
import { atRest, expect, test } from './journey.ts';

const ticket = (page: Page) => page.getByRole('complementary', { name: 'Price of this call' });
const form = (page: Page) => page.getByRole('tabpanel', { name: 'Form' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const call = (page: Page) => page.keyboard.press('ControlOrMeta+Enter');

/** The input as it stands, by what a call sends. */
async function sentInput(page: Page): Promise<unknown> {
  const asked = page.waitForRequest('**/api/product/developer/call/*');
  await call(page);
  return (await asked).postDataJSON();
}

/** Opens a page whose scripts come when they are let through: what a slow connection does. */
async function openSlowly(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**/_next/static/**/*.js', async (route) => {
    if (isOpen) return route.continue();
    held.push(route);
  });
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
    // What the caller has is asked for by a script, and is on no page before.
    await expect(ticket(page)).toContainText('You have', { timeout: 15_000 });
  };
}

test.describe('what is typed before the scripts of a page run', () => {
  test('is the input', async ({ page }) => {
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
    expect(await sentInput(page)).toMatchObject({
      line: 'typed "early"',
      note: 'two\nlines',
      amount: 12.5,
      mood: 'brisk',
      file: 'data:text/plain;name=early.txt;base64,aGVsbG8=',
    });
  });

  test('stays beside what was remembered', async ({ page }) => {
    await page.goto('/products/every-field', atRest);
    await field(page, 'Line').fill('of last week');
    await field(page, 'Note').fill('remembered');
    await page.waitForFunction(() => localStorage.getItem('farebox.inputs')?.includes('remembered'));
    const letThrough = await openSlowly(page, '/products/every-field');
    await field(page, 'Line').fill('of today');
    await letThrough();
    await expect(field(page, 'Note')).toHaveValue('remembered');
    expect(await sentInput(page)).toEqual({ line: 'of today', note: 'remembered' });
  });

  test('stays beside what a link brings', async ({ page }) => {
    const link = writeShareLink({ line: 'shared', note: 'with you' });
    const letThrough = await openSlowly(page, `/products/every-field#${link.ok ? link.fragment : ''}`);
    await field(page, 'Line').fill('mine');
    await letThrough();
    await expect(field(page, 'Note')).toHaveValue('with you');
    expect(await sentInput(page)).toEqual({ line: 'mine', note: 'with you' });
  });
});

test('a day is typed by its parts', async ({ page }) => {
  await page.goto('/products/every-field', atRest);
  await form(page).getByLabel('Day', { exact: true }).focus();
  await page.keyboard.type('01152026');
  expect(await sentInput(page)).toEqual({ day: '2026-01-15' });
});

test('who pastes lines into a line goes on typing behind them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/products/every-field', atRest);
  await page.evaluate(() => navigator.clipboard.writeText('one\ntwo'));
  await field(page, 'Line').focus();
  await page.keyboard.type('<>');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type('!');
  await expect(field(page, 'Line')).toHaveValue('<one\ntwo!>');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('short');
  expect(await sentInput(page)).toEqual({ line: 'short' });
});

test('a key that was renamed leaves its old name free', async ({ page }) => {
  await page.goto('/products/every-field', atRest);
  await form(page).getByRole('button', { name: 'Fill in Map' }).click();
  const add = async (key: string, value: string) => {
    await field(page, 'New key of Map').fill(key);
    await page.keyboard.press('Enter');
    await field(page, key).fill(value);
  };
  await add('a', 'first');
  await field(page, 'Key a of Map').fill('b');
  await add('a', 'second');
  await add('constructor', 'third');
  await field(page, 'Key constructor of Map').fill('toString');
  await expect(field(page, 'b')).toHaveValue('first');
  expect(await sentInput(page)).toEqual({ map: { b: 'first', a: 'second', toString: 'third' } });
});
