import { test as base, expect, type Locator, type Page, type Response } from '@playwright/test';

/** A page on which nothing may go wrong unseen: an error in the console or a request to elsewhere fails the test. */
export const test = base.extend<{ refusals: number[] }>({
  /** The statuses with which the portal refuses something in this test. The browser logs each. */
  refusals: [[], { option: true }],
  page: async ({ page, baseURL, refusals }, use) => {
    const wrong: string[] = [];
    page.on('console', (message) => {
      const isRefusal = refusals.some((status) => message.text().includes(`with a status of ${status} `));
      if (message.type() === 'error' && !isRefusal) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !/^(?:data|blob):/.test(request.url()))
        wrong.push(request.url());
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

/** The details of one test of a loop, of which `npm test` runs some and `npm run test:all` the rest. */
export const deepUnless = (isEveryday: boolean) => (isEveryday ? {} : { tag: '@deep' });

/**
 * Opens a page, and waits until its keys work: pressed before its scripts run, they are the browser's own and mean
 * something else. What has a key names it from then on.
 */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const answer = await page.goto(address);
  await untilKeysWork(page);
  await untilPartsCame(page);
  return answer;
}

/** A call is not sent while a part of the form is still loading: it asks for a second press. */
export async function untilPartsCame(page: Page): Promise<void> {
  await expect(page.locator('[data-loading-part]')).toHaveCount(0);
}

export async function untilKeysWork(page: Page): Promise<void> {
  // The header is hydrated before the rest of a long page has come.
  await page.waitForLoadState('domcontentloaded');
  const palette = page.getByRole('button', { name: 'Go to' });
  await expect(palette).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K');
  const call = page.getByRole('complementary', { name: 'Price of this call' }).locator('[aria-disabled]');
  await expect(call.and(page.locator(':not([aria-keyshortcuts])'))).toHaveCount(0);
}

/** Opens the menu of who is signed in. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^(Signed in as|Viewing) / }).click();
  return page.getByRole('menu', { name: 'Account menu' });
}

/** Goes on in another account of the person. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('button', { name: `, ${name}` })).toBeVisible();
}

/** Gives the browser of a page the session of a person. */
export async function bringSession(page: Page, { cookie }: { cookie: string }, url?: string): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: url ?? process.env['FAREBOX_TEST_URL'] ?? '' }]);
}

export async function expectNothingWider(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

export { expect };
