import { type Page, test as anyTest } from '@playwright/test';
import { makeAccount } from '../setup/call-portal.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';
import { result, ticket } from './form-journey.ts';
import { deepUnless, expect, test, untilKeysWork, visit } from './journey.ts';

const upstream = () => new UpstreamControl(process.env['FAREBOX_TEST_UPSTREAM'] ?? '');

const reply = (page: Page) => page.getByRole('region', { name: 'Reply', exact: true });
const recent = (page: Page) => page.getByRole('region', { name: 'Recent calls' });
const callButton = (page: Page) => ticket(page).getByRole('button', { name: /^Call/ });

/** Puts a value in by the JSON tab, as somebody would who pastes it. */
async function writeJson(page: Page, value: object): Promise<void> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('textbox', { name: 'Input as JSON' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(JSON.stringify(value));
}

async function callScript(page: Page, script: object, slug = 'scripted'): Promise<void> {
  await visit(page, `/products/${slug}`);
  await writeJson(page, { script });
  await callButton(page).click();
}

async function boxOf(page: Page, of: (page: Page) => ReturnType<Page['locator']>) {
  const box = await of(page).boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

test('where there is room the reply is beside the input, and both are seen', { tag: '@deep' }, async ({
  page,
}) => {
  for (const [width, height] of [
    [1200, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, '/products/qr-code');
    await page.getByLabel(/^Text/).first().fill(`seen beside at ${width}`);
    await callButton(page).click();
    await expect(result(page)).toContainText('1 credit charged');
    await expect(reply(page)).toBeInViewport({ ratio: 0.3 });
    await expect(callButton(page)).toBeInViewport();
    const input = await boxOf(page, (one) => one.getByRole('region', { name: 'Input', exact: true }));
    const answer = await boxOf(page, reply);
    expect(answer.x).toBeGreaterThanOrEqual(input.x + input.width);
    await expect(page.getByLabel(/^Text/).first()).toBeInViewport();
  }
});

test('on a phone the reply comes into sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/products/qr-code');
  await callButton(page).click();
  await expect(reply(page)).toBeInViewport({ ratio: 0.3 });
});

test('a form begins on the first screen', { tag: '@deep' }, async ({ page }) => {
  for (const slug of ['qr-code', 'every-price', 'talkative'])
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await visit(page, `/products/${slug}`);
      const field = page.getByRole('region', { name: 'Input', exact: true }).getByRole('textbox');
      const box = await field.or(page.getByRole('spinbutton')).first().boundingBox();
      const bar = await boxOf(page, callButton);
      const bottom = width < 1000 ? bar.y : height;
      expect((box?.y ?? Infinity) + (box?.height ?? 0), `${slug} at ${width}`).toBeLessThan(bottom);
    }
});

test('a reply of more than 1 MiB is charged before one’s eyes', async ({ page }) => {
  await callScript(page, { type: 'text/plain', chunks: ['0123456789abcdef'.repeat(1024)], times: 100 });
  await expect(result(page)).toContainText('1 credit charged');
  await expect(result(page).getByText('Charged', { exact: true })).toBeVisible();
});

const events = Array.from({ length: 60 }, (_, index) => `data: {"text":"Line ${index} of it.\\n"}\n\n`);

test(
  'a stream comes into sight, and stays where the reader puts it',
  { tag: '@deep' },
  async ({ page }, info) => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
      [390, 844],
    ] as const)
      await test.step(`at ${width} px`, async () => {
        const endGate = `stream ${width} ${info.project.name} ${Date.now()}`;
        await page.setViewportSize({ width, height });
        await callScript(
          page,
          { name: endGate, type: 'text/event-stream', chunks: events, endGate },
          'patient',
        );
        // Not in the editor, which holds the same text.
        await expect(reply(page).getByText('Line 59 of it.').first()).toBeInViewport();
        // Beside the column, where nothing else scrolls.
        await page.mouse.move(3, height / 2);
        await page.mouse.wheel(0, -5_000);
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
        await upstream().release(endGate);
        await expect(result(page)).toContainText('1 credit charged');
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
      });
  },
);

anyTest.describe('a call that fails', () => {
  type Answers = [status: string, script: object, words: RegExp[]][];
  const failed: Answers = [
    ['500', { status: 500, chunks: ['{"why":"disk full"}'] }, [/The API answered with 500/, /disk full/]],
  ];
  const refused: Answers = [
    ['429', { status: 429, chunks: ['slow down'] }, [/The API answered with 429/, /slow down/]],
    ['302', { status: 302 }, [/The API answered with 302/]],
  ];
  for (const answers of [failed, refused])
    anyTest(
      `says once that the API answered with ${answers.map(([status]) => status).join(' or ')}`,
      deepUnless(answers === failed),
      async ({ page }) => {
        for (const [status, script, words] of answers) {
          await callScript(page, script);
          for (const word of words) await expect(result(page)).toContainText(word);
          expect((await result(page).innerText()).match(new RegExp(status, 'g'))).toHaveLength(1);
        }
      },
    );

  anyTest('is in the list of calls with its reason', { tag: '@deep' }, async ({ page }) => {
    await callScript(page, { status: 429 });
    await expect(result(page)).toContainText('429');
    await expect(recent(page)).toContainText('The API was busy (429)');
    await visit(page, '/calls');
    await expect(page.getByText('The API was busy (429)').filter({ visible: true })).toBeVisible();
  });

  anyTest('is not shown above the reply of the one before', { tag: '@deep' }, async ({ page }) => {
    await callScript(page, { chunks: ['"from before"'] });
    await expect(reply(page)).toContainText('from before');
    await page.route('**/api/product/credits/required/*', (route) => route.abort());
    await writeJson(page, { size: 4 });
    await callButton(page).click();
    await expect(ticket(page)).toContainText('The portal cannot be reached');
    await expect(reply(page)).toBeHidden();
  });
});

test('after a call the next stop of the keyboard is the reply', { tag: '@deep' }, async ({ page }) => {
  await callScript(page, { chunks: ['"here"'] });
  await expect(result(page)).toContainText('1 credit charged');
  await expect(callButton(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(reply(page).locator(':focus')).toBeVisible();
});

anyTest(
  'leaving a call that is running is warned of, and the call is found again',
  async ({ page }, info) => {
    const gate = `reload ${info.project.name} ${Date.now()}`;
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.type());
      await dialog.accept();
    });
    await callScript(page, { name: gate, gate, chunks: ['"found again"'] }, 'patient');
    await upstream().arrived(gate);
    await page.reload();
    expect(dialogs).toEqual(['beforeunload']);
    await expect(result(page)).toContainText(/still running|Calling/);
    await upstream().release(gate);
    await expect(reply(page)).toContainText('found again');
    await expect(result(page)).toContainText('1 credit charged');
    expect(await upstream().count(gate)).toBe(1);
    await page.reload();
    await untilKeysWork(page);
    await expect(recent(page)).toBeVisible();
    await expect(result(page)).toBeHidden();
  },
);

test('the replies of the last calls are there after a reload, and are deleted with a button', async ({
  page,
}) => {
  await callScript(page, { chunks: ['"kept for later"'] });
  await expect(result(page)).toContainText('1 credit charged');
  await expect(recent(page).getByRole('button', { name: /^Show reply/ })).not.toHaveCount(0);
  await page.reload();
  await untilKeysWork(page);
  await recent(page)
    .getByRole('button', { name: /^Show reply/ })
    .first()
    .click();
  await expect(reply(page)).toContainText('kept for later');
  await expect(result(page)).toContainText('1 credit charged');
  await recent(page).getByRole('button', { name: 'Delete saved replies' }).click();
  await expect(recent(page).getByRole('button', { name: /^Show reply/ })).toHaveCount(0);
  await page.reload();
  await untilKeysWork(page);
  await expect(recent(page)).toBeVisible();
  await expect(recent(page).getByRole('button', { name: /^Show reply/ })).toHaveCount(0);
});

test('replies are kept for nobody else', { tag: '@deep' }, async ({ page }) => {
  const { key } = await makeAccount(process.env['FAREBOX_TEST_DATA'] ?? '', 10);
  await callScript(page, { chunks: ['"of a guest"'] });
  await expect(recent(page).getByRole('button', { name: /^Show reply/ })).not.toHaveCount(0);
  // As if another tab had signed in: nothing of this page was told of it.
  await page.request.post('/api/session', { data: { key }, headers: { 'sec-fetch-site': 'same-origin' } });
  await page.reload();
  await untilKeysWork(page);
  await writeJson(page, { script: { chunks: ['"of an account"'] } });
  await callButton(page).click();
  await expect(result(page)).toContainText('1 credit charged');
  await expect(recent(page).getByRole('button', { name: /^Show reply/ })).toHaveCount(1);
  await recent(page)
    .getByRole('button', { name: /^Show reply/ })
    .click();
  await expect(reply(page)).toContainText('of an account');
});

test('the input of an earlier call is one click away', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/products/qr-code');
  await page.getByLabel(/^Text/).first().fill('the first text');
  await callButton(page).click();
  await expect(result(page)).toContainText('1 credit charged');
  await page.getByLabel(/^Text/).first().fill('another text');
  await recent(page)
    .getByRole('button', { name: /^Use input/ })
    .first()
    .click();
  await expect(page.getByLabel(/^Text/).first()).toHaveValue('the first text');
});

anyTest(
  'a view that could not be loaded is loaded when the network is back',
  { tag: '@deep' },
  async ({ page, context }) => {
    await callScript(page, { chunks: ['{"a":1}'] });
    await expect(reply(page).getByRole('tree')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await reply(page).getByRole('tab', { name: 'Bytes' }).click();
    await expect(reply(page).getByRole('alert')).toContainText('could not be loaded');
    await context.setOffline(false);
    await expect(reply(page).getByRole('alert')).toBeHidden();
    await expect(reply(page).getByRole('tabpanel')).toContainText('7b 22 61');
  },
);
