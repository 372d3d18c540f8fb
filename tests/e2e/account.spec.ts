import type { Page } from '@playwright/test';
import { makeAccount } from '../setup/call-portal.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { sendCall } from '../setup/send-call.ts';
import { expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const portalUrl = process.env['FAREBOX_TEST_URL'] ?? '';
const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
/** As many as there are rows, each of them named. */
const allPassed =
  /^All (\d+) checks passed: .*total, quote, charge rule, charge, ledger entries, duration and signature\.$/;

/** An account with credits that has made one call, and a browser that is signed in to it. */
async function signedIn(page: Page): Promise<{ key: string; callId: string }> {
  const { key } = await makeAccount(dataFolder, 500);
  const { callId } = await sendCall(portalUrl, 'qr-code', { text: 'https://example.com' }, { key });
  await page.request.post('/api/session', { data: { key } });
  return { key, callId };
}

test('who has called nothing is led to the catalogue', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/calls');
  await expect(page.getByText('You have not made any calls yet.')).toBeVisible();
  await expect(page.getByRole('search', { name: 'Calls' })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API products' })).toBeVisible();
});

test('a call leads to its receipt, which the browser reckons again; a figure that is changed is found', async ({
  page,
}) => {
  await signedIn(page);
  await visit(page, '/calls');
  await page.getByRole('link', { name: 'QR code' }).click();
  const paper = page.getByRole('article', { name: 'Receipt of QR code' });
  await expect(paper.getByText('Charged', { exact: true })).toHaveCount(2);
  await expect(paper.getByRole('definition').filter({ hasText: /^1$/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Verify' }).click();
  const verification = page.getByRole('region', { name: 'Verification' });
  await expect(verification.getByRole('status')).toHaveText(allPassed);
  await expect(verification).toContainText('Signed by this portal and unchanged since.');
  const [, count] = allPassed.exec((await verification.getByRole('status').textContent()) ?? '') ?? [];
  await expect(verification.getByRole('listitem')).toHaveCount(Number(count));

  const json = verification.getByLabel('Receipt as JSON');
  const original = await json.inputValue();
  await json.fill(original.replace('"charged": 1', '"charged": 9'));
  await expect(verification.getByRole('status')).toContainText('checks failed');
  await expect(verification).toContainText('/charged is 9 and should be 1');
  await expect(verification).toContainText('The signature does not match');
  await json.fill('{"id":');
  await expect(verification.getByRole('status')).toContainText('Line 1');
  await verification.getByRole('button', { name: 'Restore the original' }).click();
  await expect(verification.getByRole('status')).toHaveText(allPassed);
  await expectNothingWider(page);
});

test('calls, and a receipt that does not hold, have nothing that axe finds', { tag: '@deep' }, async ({
  page,
}) => {
  const { callId } = await signedIn(page);
  await visit(page, '/calls');
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await visit(page, `/calls/${callId}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  const json = page.getByLabel('Receipt as JSON');
  await json.fill((await json.inputValue()).replace('"charged": 1', '"charged": 9'));
  await expect(page.getByText('The signature does not match')).toBeVisible();
  await expectAccessible(page);
});

test('a receipt is saved as it was signed', { tag: '@deep' }, async ({ page }) => {
  const { key, callId } = await signedIn(page);
  await visit(page, `/calls/${callId}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download JSON' }).click();
  const saved = await (await saving).createReadStream();
  const text = (await saved.toArray()).join('');
  const answered = await fetch(`${portalUrl}/api/calls/${callId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(JSON.parse(text)).toEqual(await answered.json());
});

test('a guest sees what the pages of this browser called, and has the input forgotten', {
  tag: '@deep',
}, async ({ page }) => {
  await visit(page, '/');
  const callId = await page.evaluate(async () => {
    const reply = await fetch('/api/product/developer/call/qr-code', {
      method: 'POST',
      body: '{"text":"x"}',
    });
    return reply.headers.get('farebox-call-id') ?? '';
  });
  await visit(page, '/calls');
  await page.getByRole('link', { name: 'QR code' }).click();
  await expect(page).toHaveURL(`/calls/${callId}`);
  await expect(page.getByText('"text": "x"')).toBeVisible();
  await page.getByRole('button', { name: 'Delete input' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the input?' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete input' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The input is no longer stored')).toBeVisible();
  await expect(page.getByText('"text": "x"')).toBeHidden();
});

test('refused calls are beside those that were made, with what was said', async ({ page }) => {
  const { key } = await signedIn(page);
  await visit(page, '/calls');
  await page.getByRole('link', { name: 'Refused' }).click();
  await expect(page.getByText('No calls were refused.')).toBeVisible();
  await expectAccessible(page);
  await sendCall(portalUrl, 'qr-code', { text: 5 }, { key });
  await expect
    .poll(async () => (await page.request.get('/api/calls/refused')).json())
    .toMatchObject({ total: 1 });
  await visit(page, '/calls/refused');
  const totals = page.getByRole('table', { name: 'Refused calls by reason and API key' });
  await expect(totals.getByRole('row').nth(1)).toContainText('Invalid input');
  const calls = page.getByRole('table', { name: 'Refused calls, newest first' });
  await expect(calls.getByRole('link', { name: 'QR code' })).toBeVisible();
  await expect(
    calls.getByText('The input is invalid: correct 1 field.').filter({ visible: true }),
  ).toHaveCount(1);
  await expectAccessible(page);
  await expectNothingWider(page);
});

test('calls are narrowed in the address, and saved as CSV', { tag: '@deep' }, async ({ page }) => {
  const { key } = await signedIn(page);
  await sendCall(portalUrl, 'unique-ids', {}, { key });
  await visit(page, '/calls?state=settled');
  await page.getByLabel('Product').fill('qr-code');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/product=qr-code&.*state=settled/);
  await expect(page.getByRole('status').first()).toHaveText('1 call, newest first');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const text = (await (await (await saving).createReadStream()).toArray()).join('');
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain(',qr-code,QR code,');
  await visit(page, '/calls?product=none');
  await expect(page.getByText('Nothing is called “none”')).toBeVisible();
  await visit(page, '/calls?state=settled&page=9');
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL('/calls?state=settled');
  await expect(page.getByRole('table')).toBeVisible();
});

test('credits say what there is and what it went to, drawn and in figures', async ({ page }) => {
  await signedIn(page);
  await visit(page, '/credits');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('499');
  const day = page.getByRole('slider', { name: 'Day' });
  await expect(day).toHaveAttribute('aria-valuetext', /1 credit for 1 call: QR code 1\.$/);
  await day.press('ArrowLeft');
  await expect(day).toHaveAttribute('aria-valuetext', /: no calls\.$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Credits by day and product' })).toContainText('QR code');
  await page.getByRole('button', { name: 'By key' }).click();
  await expect(day).toHaveAttribute('aria-valuetext', /1 credit for 1 call: fb_….{4} 1\.$/);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Credits by day and key' })).toContainText('fb_…');
  await page.getByRole('button', { name: 'By member' }).click();
  await expect(day).toHaveAttribute('aria-valuetext', /: Not by a member 1\.$/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /usage by member/ }).click();
  expect((await saved).suggestedFilename()).toBe('farebox-usage.csv');
  const ledger = page.getByRole('table', { name: 'Ledger entries, newest first' });
  await expect(ledger).toContainText('For a test');
  await expect(ledger.getByRole('link', { name: /^QR code/ })).toHaveAttribute('href', /^\/calls\/call_/);
  await expectAccessible(page);
  await expectNothingWider(page);
});

test('a guest is told when there are new credits, and whose usage this is', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/credits');
  await expect(
    page.getByText(
      /share one daily allowance, refilled at .* 00:00 UTC; the usage and the ledger below are for all/,
    ),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Buy credits' })).toHaveAttribute(
    'href',
    'https://shop.example.com/credits',
  );
  await expect(page.getByRole('button', { name: 'By key' })).toBeHidden();
  await expectAccessible(page);
});

test('keys: sign in, create, use, revoke, sign out', async ({ page }) => {
  const { key } = await makeAccount(dataFolder, 500);
  await visit(page, '/keys');
  await page.getByLabel('Sign in with an API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('main').getByText('Signed in as')).toBeVisible();

  await page.getByRole('button', { name: 'Create API key' }).click();
  const creating = page.getByRole('dialog', { name: 'Create API key' });
  await creating.getByLabel('Name').fill('Shop '.repeat(20).trim());
  await creating.getByLabel('Total').fill('10');
  // A press beside it is not meant to throw away what was filled in.
  await page.mouse.click(5, 5);
  await creating.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  const made = (await shown.getByText(/^fb_\w{39}$/).textContent()) ?? '';
  // The key cannot be shown again.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(shown.getByRole('alert')).toContainText('Save the key first.');
  await expect(shown.getByText(made)).toBeVisible();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText(made)).toBeHidden();

  expect((await sendCall(portalUrl, 'qr-code', { text: 'x' }, { key: made })).charged).toBe(1);
  await page.reload();
  await untilKeysWork(page);
  const row = page.getByRole('listitem').filter({ hasText: made.slice(-4) });
  await expect(row.getByRole('meter', { name: 'Total' })).toHaveAttribute(
    'aria-valuetext',
    '1 of 10 credits',
  );
  await expect(row).toContainText('Last used');
  await expectNothingWider(page);

  await row.getByRole('button', { name: 'Revoke' }).click();
  const revoking = page.getByRole('dialog', { name: 'Revoke this key?' });
  await revoking.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect((await sendCall(portalUrl, 'qr-code', { text: 'x' }, { key: made })).status).toBe(401);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Sign in with an API key')).toBeVisible();
  await visit(page, '/credits');
  await expect(page.getByText('You are a guest')).toBeVisible();
});

test('keys have nothing that axe finds, nor have their dialogs', async ({ page }) => {
  await signedIn(page);
  await visit(page, '/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByLabel('Name').fill('Shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('This key is shown only once.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Revoke Shop' }).click();
  await expect(page.getByRole('dialog', { name: 'Revoke this key?' })).toBeVisible();
  await expectAccessible(page);
});

test('a dialog is left by ×, Cancel, or a press outside that loses nothing', { tag: '@deep' }, async ({
  page,
}) => {
  await signedIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/keys');
  await untilKeysWork(page);
  const opener = page.getByRole('button', { name: 'Create API key' });
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  const root = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const paper = await root();
  const outside = () => page.mouse.click(195, 20);
  const ways = [
    outside,
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ];
  for (const leave of ways) {
    await opener.click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    // The gutter of the scrollbar is as dark as the rest.
    expect(await root()).not.toBe(paper);
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await opener.click();
  await dialog.getByLabel('Name').fill('Shop');
  await outside();
  await expect(dialog.getByLabel('Name')).toHaveValue('Shop');
});

test.describe('a key', () => {
  // A product that is not there.
  test.use({ refusals: [422] });

  test('is given a scope and another limit, rotated, and the secret of before is ended', async ({ page }) => {
    await signedIn(page);
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const creating = page.getByRole('dialog', { name: 'Create API key' });
    await creating.getByLabel('Name').fill('Shop');
    await creating.getByLabel('Total').fill('10');
    await creating.getByLabel('Only these products').fill('qr');
    await expect(creating.getByRole('option', { name: /^QR code/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(creating.getByRole('list', { name: 'Chosen products' })).toContainText('QR code');
    await creating.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    const first = (await shown.getByText(/^fb_\w{39}$/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Shop' });
    await expect(row).toContainText('Only calls QR code');

    await row.getByRole('button', { name: 'Change' }).click();
    const changing = page.getByRole('dialog', { name: 'Change API key' });
    await expectAccessible(page);
    await changing.getByLabel('Only these products').fill('scripted, nowhere');
    await changing.getByRole('button', { name: 'Remove scripted' }).focus();
    await page.keyboard.press('Enter');
    await changing.getByLabel('Total').fill('20');
    await changing.getByRole('button', { name: 'Save' }).click();
    await expect(changing.getByText('There is no product with the id or slug "nowhere".')).toBeVisible();
    await changing.getByLabel('Only these products').fill('');
    await changing.getByRole('button', { name: 'Remove QR code' }).click();
    await changing.getByLabel('Access').selectOption('Read only: no calls and no changes');
    await changing.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Read only');
    await expect(row).not.toContainText('Only calls');
    await expect(row.getByRole('meter', { name: 'Total' })).toHaveAttribute('aria-valuemax', '20');

    await row.getByRole('button', { name: 'Rotate' }).click();
    const rotating = page.getByRole('dialog', { name: 'Rotate API key' });
    await expectAccessible(page);
    await rotating.getByRole('button', { name: 'Rotate' }).click();
    const second = (await shown.getByText(/^fb_\w{39}$/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    const reads = async (key: string) =>
      (await page.request.get('/api/credits', { headers: { authorization: `Bearer ${key}` } })).status();
    expect([await reads(first), await reads(second)]).toEqual([200, 200]);
    await expect(row).toContainText('The previous secret works until');
    await expectAccessible(page);
    await expectNothingWider(page);
    await row.getByRole('button', { name: 'End it now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await expect(row).not.toContainText('The previous secret');
    expect([await reads(first), await reads(second)]).toEqual([401, 200]);
  });
});

test('a guest who may sign in has nothing that axe finds', async ({ page }) => {
  await visit(page, '/keys');
  await expect(page.getByLabel('Sign in with an API key')).toBeVisible();
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  await expect(signIn).toHaveAttribute('href', '/sign-in?from=/keys');
  await expectAccessible(page);
});

test.describe('another tab', () => {
  test.use({ refusals: [409] });

  test('a call costs whom its page shows, also where somebody signs in in another tab', async ({
    page,
    context,
  }) => {
    const { key } = await makeAccount(dataFolder, 500);
    await visit(page, '/products/qr-code');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
    // A browser that tells its other tabs nothing.
    await page.request.post('/api/session', { data: { key } });
    await page.getByRole('button', { name: /^Call/ }).click();
    await expect(page.getByText('Nothing was done or charged')).toBeVisible();
    await expect(header.getByRole('link', { name: '500 credits' })).toBeVisible();

    const other = await context.newPage();
    await visit(other, '/keys');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.getByRole('button', { name: /^Call/ }).click();
    await expect(page.getByText('1 credit charged', { exact: true })).toBeVisible();
  });

  test('the page starts anew where its caller signs out in another tab', async ({ page, context }) => {
    const { key } = await makeAccount(dataFolder, 500);
    await page.request.post('/api/session', { data: { key } });
    await visit(page, '/products/qr-code');
    const text = page.getByLabel(/^text/i).first();
    await text.fill('typed by the account');
    await page.waitForFunction(() => localStorage.getItem('farebox.inputs')?.includes('by the account'));
    await page.getByRole('button', { name: /^Call/ }).click();
    const charged = page.getByText('1 credit charged', { exact: true });
    await expect(charged).toBeVisible();
    const other = await context.newPage();
    await visit(other, '/keys');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(text).toHaveValue('https://example.com/');
    await expect(charged).toBeHidden();
    // The next input of the page is stored after all that it stores of the one before.
    await text.fill('typed by a guest');
    await page.waitForFunction(() => localStorage.getItem('farebox.inputs')?.includes('by a guest'));
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain('by the account');
  });
});

test('who revokes the key that they are signed in with is signed out', { tag: '@deep' }, async ({ page }) => {
  await signedIn(page);
  await visit(page, '/keys');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('revoking it signs you out')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByLabel('Sign in with an API key')).toBeVisible();
});

test('the header says who is signed in and what is left, before any script and after a call', {
  tag: '@deep',
}, async ({ page }) => {
  await visit(page, '/docs');
  const status = page.getByRole('banner').getByRole('link', { name: /credits?$/ });
  await expect(status).toHaveText(/^[\d,]+ free credits$/);
  const { key } = await makeAccount(dataFolder, 500);
  await page.request.post('/api/session', { data: { key } });
  const html = await (await page.request.get('/docs')).text();
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('500 credits');
  await visit(page, '/products/qr-code');
  await expect(status).toContainText('500 credits');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status).toContainText('499 credits');
});
