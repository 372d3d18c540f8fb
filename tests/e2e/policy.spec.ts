import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { deepUnless, visit } from './journey.ts';

/** What the browser kept a page from, as the page is told of it and as the console says it. */
async function recordViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'reportViolation')(`${violatedDirective} ${blockedURI}`),
    ),
  );
  page.on('console', (message) => {
    if (/content security policy|permissions policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

const everyday = ['/products/qr-code'];
const deep = [
  '/', '/?q=every+price&tag=fixtures&sort=price', '/products/every-price', '/calls', '/calls/call_unknown',
  '/credits', '/keys', '/connect', '/changes', '/docs', '/docs/products', '/problems', '/problems/validation',
  '/nowhere',
]; // biome-ignore format: a list

for (const [whose, addresses] of Object.entries({
  'the page of a product': everyday,
  'every other page': deep,
})) {
  test(
    `${whose} does nothing that its policy forbids`,
    deepUnless(addresses === everyday),
    async ({ page }) => {
      const violations = await recordViolations(page);
      for (const address of addresses)
        await test.step(address, async () => {
          const answer = await visit(page, address);
          // It is made for one visitor: with the nonce of its scripts, and what they have.
          expect(answer?.headers()['cache-control']).toMatch(/private.*no-store/);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.keyboard.press('ControlOrMeta+k');
          await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
          await page.keyboard.press('Escape');
          await page.getByRole('radio', { name: 'Dark theme' }).check();
          await page.waitForLoadState('networkidle');
          await page.getByRole('radio', { name: 'System theme' }).check();
          expect(violations).toEqual([]);
        });
    },
  );
}

test('what an API replies can be shown, from memory alone', { tag: ['@whole', '@deep'] }, async ({
  page,
}) => {
  const violations = await recordViolations(page);
  await visit(page, '/');
  await page.evaluate(async () => {
    const address = (type: string, text: string) => URL.createObjectURL(new Blob([text], { type }));
    const show = (tag: string, attributes: Record<string, string>) =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        for (const event of ['load', 'error', 'loadedmetadata']) element.addEventListener(event, resolve);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        document.body.append(element);
      });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    await show('img', { src: address('image/svg+xml', svg) });
    await show('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
    await show('audio', { src: address('audio/wav', 'RIFF') });
    await show('video', { src: address('video/mp4', '') });
    await show('iframe', { src: address('application/pdf', '%PDF-1.4') });
    await show('iframe', { src: address('text/html', '<h1>Sent</h1>'), sandbox: '' });
    await show('iframe', { srcdoc: '<style>h1 { color: red }</style><h1>Sent</h1>', sandbox: '' });
  });
  expect(violations).toEqual([]);
});

test.describe('what somebody smuggles in', () => {
  test('as a script does not run', async ({ page }) => {
    const violations = await recordViolations(page);
    await visit(page, '/');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="/icon.svg" onload="document.title=1">');
      const script = document.createElement('div');
      script.innerHTML = '<button onclick="document.title=2">Smuggled</button>';
      document.body.append(script);
    });
    await page.getByRole('button', { name: 'Smuggled' }).click();
    await expect(page).toHaveTitle(/^Farebox/);
    await expect.poll(() => violations.join('\n')).toContain('script-src-attr inline');
  });

  test('as a form that leads elsewhere is not sent', async ({ page }) => {
    const violations = await recordViolations(page);
    await visit(page, '/');
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.action = 'https://elsewhere.example/';
      document.body.append(form);
      form.submit();
    });
    await expect.poll(() => violations.join('\n')).toContain('form-action https://elsewhere.example/');
  });
});
