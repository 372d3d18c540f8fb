import { test as base, expect } from '@playwright/test';

/** A page on which nothing may go wrong unseen: an error in the console or a request to elsewhere fails the test. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const wrong: string[] = [];
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !/^(?:data|blob):/.test(request.url()))
        wrong.push(request.url());
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

/** Keys that are pressed before a page's scripts run are the browser's own, and mean something else. */
export const atRest = { waitUntil: 'networkidle' } as const;

export { expect };
