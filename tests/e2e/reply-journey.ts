import { test as base, expect, type Request } from '@playwright/test';
import { openReplyPage, type ReplyPage } from '../setup/reply-page.ts';

type Body = string | Uint8Array;

interface Journey {
  /** Opens the page with a reply of this type. */
  show: (contentType: string, body: Body, headers?: Record<string, string>) => Promise<void>;
}

/** A page that shows one reply. Whatever is asked for beside it, or goes wrong in it, fails the test. */
export const test = base.extend<Journey, { replyPage: ReplyPage }>({
  replyPage: [
    async ({}, use) => {
      const replyPage = await openReplyPage();
      await use(replyPage);
      await replyPage.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ replyPage }, use) => use(replyPage.url),
  page: async ({ page, replyPage }, use) => {
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('dialog', (dialog) => wrong.push(dialog.message()));
    const notice = (request: Request) => {
      // What a policy blocked was not sent; a PDF is shown by an extension of the browser.
      const { errorText } = request.failure() ?? {};
      const isOurs = request.url().startsWith(replyPage.url) || !/^https?:/.test(request.url());
      if (!isOurs && errorText !== 'csp') wrong.push(`${request.url()} ${errorText}`);
    };
    page.on('requestfinished', notice);
    page.on('requestfailed', notice);
    await use(page);
    expect([...wrong, ...replyPage.strays.splice(0)]).toEqual([]);
  },
  show: async ({ page, replyPage }, use) => {
    await use(async (contentType, body, headers = {}) => {
      replyPage.reply(
        (_incoming, outgoing) =>
          void outgoing.writeHead(200, { 'content-type': contentType, ...headers }).end(body),
      );
      await page.goto('/');
    });
  },
});

export { expect };
