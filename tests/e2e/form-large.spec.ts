import type { Locator, Page } from '@playwright/test';
import { writeShareLink } from '../../lib/view/share-link.ts';
import { call, field, form, openInParts, sentInput } from './form-journey.ts';
import { expect, test, visit } from './journey.ts';

test.describe('a form of some 160 inputs', () => {
  test('has two screens when it is opened', { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, '/products/large-form');
    await expect(field(page, 'Reference')).toBeVisible();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(2 * 900);
  });

  test('opens the group of the first fault, which gets the focus', { tag: '@deep' }, async ({ page }) => {
    const input = {
      amount: { currency: 'EUR', value: 1 },
      reference: 'a',
      dispute_details_16: { field_1: 'x' },
    };
    const link = writeShareLink(input);
    await visit(page, `/products/large-form#${link.ok ? link.fragment : ''}`);
    const group = form(page).getByRole('button', { name: /^More groups/ });
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await expect(field(page, 'Reference')).toHaveValue('a');
    await field(page, 'Reference').focus();
    await call(page);
    await expect(field(page, 'Country code')).toBeFocused();
    await page.keyboard.type('DE');
    expect(await sentInput(page)).toEqual({
      ...input,
      dispute_details_16: { field_1: 'x', country_code: 'DE' },
    });
  });

  test('takes no press before it listens', { tag: '@deep' }, async ({ page }) => {
    const letThrough = await openInParts(page, '/products/large-form');
    const early = [
      form(page).getByRole('button', { name: /^Groups/ }),
      form(page).getByRole('button', { name: /^More groups/ }),
      form(page).getByRole('combobox', { name: 'Find a field' }),
    ];
    for (const control of early) await expect(control).toBeDisabled();
    await letThrough();
    for (const control of early) await expect(control).toBeEnabled();
  });
});

test('a union that was switched is wrong only once it was left', { tag: '@deep' }, async ({ page }) => {
  await visit(page, '/products/rows');
  const priced = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('method') === true && answer.ok(),
  );
  await form(page).getByText('Bank', { exact: true }).click();
  await field(page, 'Iban').fill('x');
  await form(page).getByText('Card', { exact: true }).click();
  await priced;
  await expect(page.getByRole('complementary', { name: 'Price of this call' })).toContainText('1 credit');
  await expect(form(page).locator('[aria-invalid=true]')).toHaveCount(0);
});

test('opening the JSON tab changes nothing', { tag: '@deep' }, async ({ page }) => {
  const input = { note: 'one\u2028two \t"three" \ud83d\ude00', points: [{ x: 1e18, y: -0.5 }, { x: 2 }] };
  const link = writeShareLink(input);
  await visit(page, `/products/rows#${link.ok ? link.fragment : ''}`);
  await expect(field(page, 'Y 1')).toHaveValue('-0.5');
  const priced = page.waitForResponse((answer) => answer.request().postData()?.includes('1.5') === true);
  await field(page, 'Y 2').fill('1.50');
  await priced;
  await page.waitForFunction(() => localStorage.getItem('farebox.inputs')?.includes('1.5'));
  const state = () =>
    page.evaluate(() => [localStorage.getItem('farebox.inputs'), location.hash, history.length]);
  const before = await state();
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(page.getByRole('textbox', { name: 'Input as JSON' })).toContainText('1.5');
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(field(page, 'Y 2')).toHaveValue('1.50');
  expect(await state()).toEqual(before);
  expect(asked).toEqual([]);
  await field(page, 'Y 2').focus();
  expect(await sentInput(page)).toEqual({
    ...input,
    points: [
      { x: 1e18, y: -0.5 },
      { x: 2, y: 1.5 },
    ],
  });
});

/** At once, as a browser restores a text: typing a megabyte of emoji takes minutes in any field. */
async function setText(one: Locator, text: string): Promise<void> {
  await one.evaluate((area, whole) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(area, whole);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** The time of the processor for a key, which a busy machine does not change much. */
async function msForKey(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spentMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const times: number[] = [];
  for (let key = 0; key < 3; key += 1) {
    const from = await spentMs();
    await page.keyboard.press('x');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    times.push((await spentMs()) - from);
  }
  return Math.min(...times);
}

for (const { what, isTyped, text } of [
  { what: 'a megabyte of letters', isTyped: true, text: 'some words in a line '.repeat(50_000) },
  {
    what: '300 KB of words and emoji',
    isTyped: false,
    text: 'some words \ud83d\ude00 in a line \ud83d\udc69\u200d\ud83d\udc67 '.repeat(10_000),
  },
]) {
  test(`a key in ${what} takes what it takes in a bare field`, { tag: '@deep' }, async ({
    page,
    browser,
  }) => {
    const bare = await browser.newPage();
    await bare.setContent('<textarea style="width: 40rem; height: 24rem"></textarea>');
    const plain = bare.getByRole('textbox');
    const note = field(page, 'Note');
    await visit(page, '/products/rows');
    const spent: number[] = [];
    for (const one of [plain, note]) {
      await (isTyped ? one.fill(text) : setText(one, text));
      await one.focus();
      await one.press('ControlOrMeta+End');
      spent.push(await msForKey(one.page()));
    }
    await expect(note).toHaveValue(`${text}xxx`);
    const [bareMs = 0, formMs = Infinity] = spent;
    expect(formMs).toBeLessThan(3 * bareMs + 200);
    await bare.close();
  });
}
