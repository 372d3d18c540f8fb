import { type Page, test as anyTest } from '@playwright/test';
import { makeAccount } from '../setup/call-portal.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { startFaultyLine } from '../setup/faulty-line.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';
import { result, ticket } from './form-journey.ts';
import { expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const upstream = () => new UpstreamControl(process.env['FAREBOX_TEST_UPSTREAM'] ?? '');
const callAddress = '**/api/product/developer/call/*';

const callButton = (page: Page) => ticket(page).getByRole('button', { name: /^(Call|Offline|Not enough)/ });

/** Puts a value in by the JSON tab, as somebody would who pastes it. */
async function writeJson(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('textbox', { name: 'Input as JSON' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('fill in, see the price change, call, and go to the receipt', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/products/qr-code');
  await expect(page.getByRole('heading', { level: 1, name: 'QR code' })).toBeVisible();
  await writeJson(page, '{"text": "hello", "format": "png", "size": 1001}');
  await expect(ticket(page)).toContainText('1 megapixel beyond the first');
  await expect(ticket(page)).toContainText('Large picture');
  await callButton(page).click();
  await expect(result(page)).toContainText('Answered with 200');
  await expect(result(page)).toContainText('2 credits charged');
  await expect(result(page).getByText('Charged', { exact: true })).toBeVisible();
  await expect(result(page).getByRole('status').filter({ hasText: /./ })).toHaveText([
    '2 credits charged.',
    /^Reply complete, /,
  ]);
  await expect(result(page).getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /^\/calls\/call_/,
  );
});

test('the form, the JSON and the command are one input', async ({ page }) => {
  await visit(page, '/products/qr-code');
  await page.getByLabel(/^Text/).first().fill('from the form');
  await page.getByRole('tab', { name: 'cURL' }).click();
  const command = page.getByRole('textbox', { name: 'Input as a cURL command' });
  await expect(command).toHaveValue(/from the form/);
  await command.fill((await command.inputValue()).replace('from the form', 'from the command'));
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(page.getByRole('textbox', { name: 'Input as JSON' })).toContainText('from the command');
  await writeJson(page, '{"text": "from JSON"}');
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.getByLabel(/^Text/).first()).toHaveValue('from JSON');
});

test('broken JSON is kept and told, and the last good input stays', async ({ page }) => {
  await visit(page, '/products/qr-code');
  await writeJson(page, '{"text": "good"}');
  await writeJson(page, '{"text": "not yet');
  await expect(page.getByText(/a string does not end/)).toBeVisible();
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.getByLabel(/^Text/).first()).toHaveValue('good');
  await page.getByRole('tab', { name: /^JSON/ }).click();
  const editor = page.getByRole('textbox', { name: 'Input as JSON' });
  await expect(editor).toContainText('not yet');
  await page.waitForFunction(() => sessionStorage.getItem('farebox.broken-text')?.includes('not yet'));
  await page.reload();
  await untilKeysWork(page);
  await page.getByRole('tab', { name: /^JSON has a syntax error/ }).click();
  await expect(editor).toContainText('not yet');
  await page.getByRole('button', { name: 'Discard the JSON' }).click();
  await expect(page.getByRole('textbox', { name: 'Input as JSON' })).toContainText('good');
});

test('by the keyboard alone', async ({ page }) => {
  await visit(page, '/products/qr-code');
  await page.getByRole('tab', { name: 'Form' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'JSON' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Input as JSON' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Input as JSON' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{"text": "typed"}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toContainText('1 credit charged');
  await expect(page.getByRole('textbox', { name: 'Input as JSON' })).toHaveText(/^\{"text": "typed"\}$/);
});

test('a link brings the input along', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/products/qr-code');
  await page.getByLabel(/^Text/).first().fill('shared with you');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByLabel(/^Text/).first()).toHaveValue('shared with you');
});

test('a link that was cut says so', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/products/qr-code#input=1.{');
  await expect(page.getByText(/^This link is broken/)).toBeVisible();
  await expect(page.getByLabel(/^Text/).first()).toHaveValue('https://example.com/');
});

test('the last input is there at the next visit, and the example is one press away', {
  tag: '@deep',
}, async ({ page }) => {
  await visit(page, '/products/qr-code');
  await page.getByLabel(/^Text/).first().fill('remember me');
  await page.waitForFunction(() => localStorage.getItem('farebox.inputs')?.includes('remember me'));
  await page.reload();
  await untilKeysWork(page);
  await expect(page.getByLabel(/^Text/).first()).toHaveValue('remember me');
  await page.getByRole('button', { name: 'Example' }).click();
  await expect(page.getByLabel(/^Text/).first()).toHaveValue('https://example.com/');
});

test('a product that is offline is read and priced, not called', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/products/scripted-offline');
  await expect(page.getByText('This product is offline.')).toBeVisible();
  await expect(ticket(page)).toContainText('1 credit');
  await expect(callButton(page)).toHaveText('Offline');
  await expect(callButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'see its pricing' }).click();
  await expect(page.getByRole('heading', { name: 'Price', exact: true })).toBeVisible();
});

test('who has too few credits is told how many, and where they come from', { tag: '@phone' }, async ({
  page,
}) => {
  await visit(page, '/products/dear');
  await expect(ticket(page)).toContainText(
    /This call costs 50,000 credits. You have [\d,]+, so you need [\d,]+ credits more/,
  );
  await expect(ticket(page)).toContainText('Guests get new credits every day');
  await expect(ticket(page).getByRole('link', { name: 'Buy credits' })).toHaveAttribute(
    'href',
    'https://shop.example.com/credits',
  );
  await expect(callButton(page)).toHaveAttribute('aria-disabled', 'true');
});

test.describe('credits that were spent elsewhere', () => {
  test.use({ refusals: [402] });

  test('are missing for a call, which says where to buy more', { tag: '@deep' }, async ({ page }) => {
    const { key } = await makeAccount(process.env['FAREBOX_TEST_DATA'] ?? '', 5);
    await page.request.post('/api/session', { data: { key } });
    await visit(page, '/products/scripted');
    await writeJson(page, '{"size": 4}');
    await expect(ticket(page)).toContainText('4 credits');
    await page.request.post('/api/product/developer/call/scripted', {
      ...{ data: { size: 3 }, headers: { authorization: `Bearer ${key}` } },
    });
    await callButton(page).click();
    await expect(result(page)).toContainText('You need 2 credits more. Buy credits');
    await expect(result(page).getByRole('link', { name: 'Buy credits' })).toHaveAttribute(
      'href',
      'https://shop.example.com/credits',
    );
  });
});

test('no call costs more than its caller allows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/products/scripted');
  await writeJson(page, '{"size": 7}');
  await page.getByLabel('My limit for this call').fill('6');
  await expect(ticket(page)).toContainText('This call costs 7 credits, more than your limit of 6 credits.');
  await page.getByLabel('My limit for this call').fill('7');
  await callButton(page).click();
  await expect(result(page)).toContainText('7 credits charged');
});

test('what is missing is asked for, and nothing is sent', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/products/every-price');
  await page.getByRole('button', { name: 'Empty', exact: true }).click();
  await expect(page.getByText(/^Still needed: /)).toBeAttached();
  await callButton(page).click();
  await expect(page.locator('[aria-invalid="true"]:focus, [aria-invalid="true"] :focus')).toBeVisible();
  await expect(result(page)).toBeHidden();
});

anyTest('an API that fails is told of in words, with what it cost', async ({ page }) => {
  await visit(page, '/products/scripted');
  await writeJson(page, '{"script": {"status": 500}}');
  await callButton(page).click();
  await expect(result(page).getByRole('heading', { name: 'The API failed' })).toBeVisible();
  await expect(result(page)).toContainText('Nothing was charged.');
  await result(page)
    .getByRole('link', { name: /What this means/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'The API failed' })).toBeVisible();
});

anyTest(
  'what an API rejects the input with is no wider than the screen',
  { tag: '@deep' },
  async ({ page }) => {
    await visit(page, '/products/scripted');
    const chunks = [JSON.stringify({ why: 'verylongword'.repeat(50) })];
    await writeJson(page, JSON.stringify({ script: { status: 400, chunks } }));
    await callButton(page).click();
    await expect(result(page)).toContainText('verylongword');
    await expectNothingWider(page);
  },
);

anyTest(
  'a lost answer is asked for again under the same key, and paid once',
  { tag: '@whole' },
  async ({ page, baseURL }, { project }) => {
    const name = `lost ${project.name} ${Date.now()}`;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/developer/call/')) keys.push(request.headers()['idempotency-key']);
    });
    const line = await startFaultyLine(Number(new URL(baseURL ?? '').port));
    await visit(page, `${line.url}/products/scripted`);
    const priced = page.waitForResponse('**/api/product/credits/required/*');
    await writeJson(page, JSON.stringify({ script: { name } }));
    await priced;
    // From now on a request arrives, and its answer does not.
    await line.setFault({ kind: 'reset' });
    await line.endConnections('end');
    await callButton(page).click();
    await expect(result(page)).toContainText('The connection was lost (attempt');
    await line.setFault({ kind: 'none' });
    await expect(result(page)).toContainText('1 credit charged');
    await expect(result(page)).toContainText('the call was made and charged once');
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(await upstream().count(name)).toBe(1);
    await line.close();
  },
);

/** The first call of a page carries a quote that does not hold for it, as one that has ended does not. */
async function spoilFirstQuote(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.route(callAddress, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    const address = '/api/product/credits/required/scripted?detail=full';
    const { quote } = await (await page.request.post(address, { data: { size: 9 } })).json();
    return route.continue({ headers: { ...route.request().headers(), 'farebox-quote': quote } });
  });
  return keys;
}

for (const way of ['Try again', 'Call'])
  anyTest(
    `a call that was given up is sent again with its key, by its caller alone: ${way}`,
    async ({ page }) => {
      const keys = await spoilFirstQuote(page);
      await visit(page, '/products/scripted');
      const priceAddress = '**/api/product/credits/required/*';
      await page.route(priceAddress, (route) => route.abort());
      await callButton(page).click();
      const notice = result(page).getByRole('heading', { name: 'The portal cannot be reached' });
      await expect(notice).toBeVisible();
      await page.unroute(priceAddress);
      await page.reload();
      await expect(notice).toBeVisible();
      await untilKeysWork(page);
      expect(keys).toHaveLength(1);
      const again = result(page).getByRole('button', { name: 'Try again' });
      await (way === 'Call' ? callButton(page) : again).click();
      await expect(result(page)).toContainText('1 credit charged');
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(2);
    },
  );

anyTest.describe('a price that rises while it is looked at', () => {
  const price = (slug: string, credits: number) =>
    publishProducts(process.env['FAREBOX_TEST_DATA'] ?? '', process.env['FAREBOX_TEST_UPSTREAM'] ?? '', [
      { slug, lines: [{ label: 'A call', flat: credits }], maximum: credits },
    ]);

  anyTest('is not paid: what was shown is', async ({ page }, { project }) => {
    const slug = `holds-${project.name}`;
    await price(slug, 2);
    await visit(page, `/products/${slug}`);
    await price(slug, 5);
    await callButton(page).click();
    await expect(result(page)).toContainText('2 credits charged');
  });
});

test('two presses while the price is asked for are one call', async ({ page }, { project }) => {
  const name = `twice ${project.name} ${Date.now()}`;
  await visit(page, '/products/scripted');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/product/credits/required/*', async (route) => {
    await held;
    await route.continue();
  });
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/developer/call/')) calls += 1;
  });
  await writeJson(page, JSON.stringify({ script: { name } }));
  const asked = page.waitForRequest('**/api/product/credits/required/*');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await asked;
  goOn();
  await expect(result(page)).toContainText('Answered with 200');
  expect([calls, await upstream().count(name)]).toEqual([1, 1]);
});

test('a call is of the input that is seen, however soon it is made', async ({ page }) => {
  await visit(page, '/products/scripted');
  await writeJson(page, '{"size": 2}');
  await page.keyboard.press('ControlOrMeta+a');
  const sent = page.waitForRequest(callAddress);
  // A page that is busy takes what was typed meanwhile before anything else, one key right after the other.
  await page.evaluate(() =>
    setTimeout(() => {
      const endsAtMs = performance.now() + 500;
      while (performance.now() < endsAtMs);
    }),
  );
  await Promise.all([page.keyboard.insertText('{"size": 3}'), page.keyboard.press('ControlOrMeta+Enter')]);
  expect((await sent).postDataJSON()).toEqual({ size: 3 });
  await expect(result(page)).toContainText('3 credits charged');
});

test('a call can be stopped, and asked after', { tag: '@deep' }, async ({ page }, { project }) => {
  const gate = `stop ${project.name} ${Date.now()}`;
  await visit(page, '/products/patient');
  await writeJson(page, JSON.stringify({ script: { name: gate, gate } }));
  await callButton(page).click();
  await upstream().arrived(gate);
  await ticket(page).getByRole('button', { name: 'Stop' }).click();
  await expect(result(page).getByRole('heading', { name: 'You stopped waiting' })).toBeVisible();
  await upstream().release(gate);
  await upstream().ended(gate);
});

anyTest(
  'a call whose part of the page does not come is made when it does',
  { tag: '@deep' },
  async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/developer/call/') && calls.push(request.url()));
    await visit(page, '/products/qr-code');
    // What belongs to the page itself has come by then, and nothing moves the button any more.
    await expect(ticket(page)).toContainText('After the call, at least');
    await page.waitForLoadState('networkidle');
    const parts = '**/_next/static/chunks/*.js';
    await page.route(parts, (route) => route.abort());
    await page.getByLabel(/^Text/).first().fill('not lost');
    await callButton(page).click();
    await expect(callButton(page)).toHaveAccessibleDescription(/The portal cannot be reached/);
    expect(calls).toHaveLength(0);
    await page.unroute(parts);
    await callButton(page).click();
    await expect(result(page)).toContainText('1 credit charged');
    await expect(page.getByLabel(/^Text/).first()).toHaveValue('not lost');
    expect(calls).toHaveLength(1);
  },
);

test('on a phone the ticket is a bar at the bottom, which opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/products/qr-code');
  await expect(ticket(page).getByText('This call', { exact: true })).toBeHidden();
  await ticket(page)
    .getByRole('button', { name: /1 credit/ })
    .click();
  await expect(ticket(page).getByText('This call', { exact: true })).toBeVisible();
  await callButton(page).click();
  await expect(result(page)).toContainText('Answered with 200');
});

test('on a phone what gets the focus is not behind the bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/products/qr-code');
  const modules = page.getByRole('textbox', { name: 'Modules', exact: true });
  await modules.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await modules.focus();
  const [field, bar] = await Promise.all([modules.boundingBox(), ticket(page).boundingBox()]);
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('the page is there before any script, with its price, and each part has an address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/products/qr-code');
  await expect(ticket(page)).toContainText('1 credit for the call');
  await page
    .getByRole('navigation', { name: 'Product', exact: true })
    .getByRole('link', { name: 'Docs' })
    .click();
  await expect(page.getByRole('heading', { name: 'Errors' })).toBeVisible();
  await expect(page).toHaveURL('/products/qr-code?tab=docs');
  await context.close();
});

test('a product is told of to those who look for it', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/products/qr-code?tab=docs');
  await expect(page).toHaveTitle('QR code: Documentation · Farebox');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    /\/products\/qr-code\?tab=docs$/,
  );
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    /^Draws a link, a phone number/,
  );
});

test('an id leads to the slug', { tag: '@deep' }, async ({ page, request }) => {
  const { id } = await (await request.get('/api/product/info?id=qr-code')).json();
  await visit(page, `/products/${id}?tab=reference`);
  await expect(page).toHaveURL('/products/qr-code?tab=reference');
});

test('a documentation has its contents, and code to copy', { tag: '@deep' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/products/qr-code?tab=docs');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Price' }).click();
  await expect(page).toHaveURL(/#doc-price$/);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"errorCorrection": "H"');
  const areApart = await page.locator('pre:has(+ div button)').evaluateAll((blocks) =>
    blocks.map((block) => {
      const copy = block.parentElement?.querySelector('button')?.getBoundingClientRect();
      const { right, bottom } = block.getBoundingClientRect();
      return copy !== undefined && (copy.left >= right || copy.top >= bottom);
    }),
  );
  expect(areApart.length).toBeGreaterThan(1);
  expect(new Set(areApart)).toEqual(new Set([true]));
});

test('what an operator writes is inert', { tag: '@deep' }, async ({ page }) => {
  for (const tab of ['', '?tab=docs', '?tab=reference', '?tab=pricing']) {
    await visit(page, `/products/hostile-text${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>');
    const active = 'img:not([src$="/badge.svg"]), iframe, script, [href^="javascript:"]';
    await expect(page.locator('main').locator(active)).toHaveCount(0);
  }
});

test('the reference tells what a file is, and shows what a picture looks like', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/products/resize-image?tab=reference');
  await expect(page.getByRole('row', { name: /^file/ })).toContainText(/Example: image\/png, \d+ bytes/);
  await expect(page.getByRole('img', { name: 'Example response' })).toBeVisible();
});

test('the reference has the endpoint, every response and error, and the charges', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/products/every-price?tab=reference');
  await expect(page.getByRole('region', { name: 'Charges' }).getByRole('row')).toContainText([
    'Charge',
    'Charged by actual usage, at most the quote',
  ]);
  await page.goto('/products/qr-code?tab=reference');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Endpoint')).toContainText(/POST .*\/api\/product\/developer\/call\/qr-code/);
  await expect(part('Endpoint').getByRole('code').last()).toHaveText(/^(GET|POST) \/qr-codes$/);
  await expect(part('Authentication')).toContainText('You do not need a credential for the API itself.');
  await expect(part('Response').getByRole('heading', { name: /^200/ })).toHaveText(
    '200image/png or image/svg+xml',
  );
  await expect(part('Response').getByRole('table', { name: 'Response headers' })).toContainText(
    'Farebox-Call-Id',
  );
  await expect(part('Errors').getByRole('heading', { name: /^400/ })).toContainText(
    'application/problem+json',
  );
  await expect(part('Errors')).toContainText('Returned as 422 upstream-rejected');
});

test('the parts of a product have nothing that axe finds, and nothing wider than the screen', {
  tag: '@deep',
}, async ({ page }) => {
  test.slow();
  for (const tab of ['playground', 'docs', 'reference', 'pricing', 'use'])
    for (const slug of ['qr-code', 'every-price', 'recursive'])
      await test.step(`${tab} of ${slug}`, async () => {
        await visit(page, `/products/${slug}?tab=${tab}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await expectNothingWider(page);
      });
});

test('a called ticket has nothing that axe finds', async ({ page }) => {
  await visit(page, '/products/scripted');
  await callButton(page).click();
  await expect(result(page)).toContainText('Answered with 200');
  await expectAccessible(page);
});

test('an example is sent with DELETE only after a question', { tag: '@deep' }, async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/product/developer/call/deletes')) calls += 1;
  });
  await visit(page, '/products/deletes');
  await untilKeysWork(page);
  await expect(page.getByRole('region', { name: 'Input' })).toContainText('DELETE /do');
  const question = page.getByRole('dialog', { name: 'Call with the example?' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(calls).toBe(0);
  await page.getByRole('button', { name: /^Call/ }).click();
  await question.getByRole('button', { name: 'Call' }).click();
  await expect.poll(() => calls).toBe(1);
});
