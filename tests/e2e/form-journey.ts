import type { Locator, Page, Route } from '@playwright/test';
import { untilKeysWork, untilPartsCame } from './journey.ts';

export const form = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Form' });
export const field = (page: Page, name: string): Locator =>
  form(page).getByRole('textbox', { name, exact: true });
export const ticket = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Price of this call' });
export const result = (page: Page): Locator => page.getByRole('region', { name: 'Result of the call' });
/** Presses the keys of a call, whether or not the form has come. */
export const pressCall = (page: Page): Promise<void> => page.keyboard.press('ControlOrMeta+Enter');

export async function call(page: Page): Promise<void> {
  await untilPartsCame(page);
  await pressCall(page);
}

/** The input as it stands, by what a call sends. */
export async function sentInput(page: Page): Promise<unknown> {
  const asked = page.waitForRequest('**/api/product/developer/call/*');
  await call(page);
  return (await asked).postDataJSON();
}

/** Opens a page whose scripts come when they are let through: what a slow connection does. */
export async function openSlowly(page: Page, address: string): Promise<() => Promise<void>> {
  const letThrough = await holdScripts(page, () => true);
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    await letThrough();
    await untilKeysWork(page);
  };
}

/** Opens a page, and holds the scripts of those of its parts that come after it. */
export async function openInParts(page: Page, address: string): Promise<() => Promise<void>> {
  const isLate = await lateScripts(page, address);
  const letThrough = await holdScripts(page, isLate);
  // A script that is asked for before the page has loaded, and held, holds its loading, too.
  await page.goto(address, { waitUntil: 'commit' });
  await untilKeysWork(page);
  return letThrough;
}

/** Opens a page, and holds the scripts that contain a text. */
export async function openWithHeld(page: Page, address: string, text: string): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  let isOpen = false;
  await page.route(scripts, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const send = () => route.fulfill({ response, body });
    if (isOpen || !body.includes(text)) await send();
    else held.push(send);
  });
  await page.goto(address, { waitUntil: 'commit' });
  await untilKeysWork(page);
  return async () => {
    isOpen = true;
    await Promise.all(held.map((send) => send()));
  };
}

/** Opens a page, and lets no script of a part come that comes after it. */
export async function openWithoutParts(page: Page, address: string): Promise<() => Promise<void>> {
  const isLate = await lateScripts(page, address);
  await page.route(scripts, (route) => (isLate(route.request().url()) ? route.abort() : route.continue()));
  await page.goto(address);
  await untilKeysWork(page);
  return () => page.unroute(scripts);
}

const scripts = '**/_next/static/**/*.js';

/** A page names the scripts that it begins with. */
async function lateScripts(page: Page, address: string): Promise<(url: string) => boolean> {
  const answer = await page.request.get(address);
  const text = await answer.text();
  return (url) => !text.includes(new URL(url).pathname.split('/').at(-1) ?? url);
}

function holdScripts(page: Page, isHeld: (url: string) => boolean): Promise<() => Promise<void>> {
  return holdRequests(page, scripts, isHeld);
}

/** Holds requests until they are let through. */
export async function holdRequests(
  page: Page,
  pattern: string,
  isHeld: (url: string) => boolean = () => true,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(pattern, async (route) => {
    if (isOpen || !isHeld(route.request().url())) return route.continue();
    held.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}
