import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { makeAccounts } from '../setup/call-portal.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const portalUrl = process.env['FAREBOX_TEST_URL'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';
const pictures = process.env['FAREBOX_SHOTS'];

const slug = `shipment-${process.pid}`;
const parcels = { type: 'array', minItems: 1, maxItems: 20, items: { type: 'string' } };
const schema = {
  type: 'object',
  required: ['parcels', 'service'],
  properties: {
    parcels: { ...parcels, examples: [['A', 'B', 'C', 'D']], description: 'What is sent, parcel by parcel.' },
    service: { enum: ['economy', 'standard', 'express', 'same_day'], examples: ['standard'] },
    insurance: {
      type: 'object',
      properties: {
        amount: { type: 'number', minimum: 0, description: 'What the shipment is insured for.' },
        currency: { enum: ['EUR', 'GBP', 'USD'] },
      },
    },
  },
};
const lines = [
  { label: 'Booking', flat: 5 },
  {
    label: 'Parcels',
    tiers: {
      ...{ quantity: 'size(input.parcels)', unit: 'parcel', mode: 'graduated' },
      steps: [{ upTo: 1, rate: 0 }, { upTo: 8, rate: 2 }, { rate: 2 }],
    },
  },
  {
    label: 'Service',
    choice: { value: 'input.service', credits: { economy: 0, standard: 1, express: 4, same_day: 12 } },
  },
];

let publisher: TestPerson;

test.beforeAll(async () => {
  publisher = await makePerson(dataFolder, { role: 'publisher', name: 'Ada Lovelace' });
  await publishProducts(dataFolder, upstream, [{ slug, schema, lines, maximum: 70 }]);
  const [account] = await makeAccounts(dataFolder, [1_000]);
  for (const [count, service] of [
    [1, 'standard'],
    [1, 'standard'],
    [20, 'economy'],
  ] as const) {
    const input = { parcels: Array.from({ length: count }, () => 'A'), service };
    expect((await sendCall(portalUrl, slug, input, { key: account?.key ?? '' })).complete).toBe(true);
  }
});

/** On a phone and on a desk, in both themes. */
async function everyWay(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNothingWider(page);
      await expectAccessible(page);
      if (pictures)
        await page.screenshot({
          path: join(pictures, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
    }
}

/** The text of the editor, which shows some lines of it alone. */
async function draftText(page: Page): Promise<string> {
  const kept = await page.evaluate((): [string, string][] => Object.entries(localStorage));
  const [, draft = ''] = kept.find(([key]) => key.endsWith(`.${slug}`)) ?? [];
  return z.object({ text: z.string() }).parse(JSON.parse(draft)).text;
}

test('a publisher writes a price as a form, and sees what it does as they type', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await bringSession(page, publisher.headers);
  await visit(page, `/operator/products/${slug}`);
  await page.getByRole('button', { name: 'Keep in the console' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep in the console' }).click();
  await untilKeysWork(page);
  await page.getByRole('tab', { name: 'Price' }).click();
  const form = page.getByRole('list', { name: 'Price lines' });
  const line = (name: string) =>
    form.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Move ${name}` }) });
  const panel = page.getByRole('complementary', { name: 'What the price does' });

  // What is published, and what it does.
  await expect(panel.getByText('This call')).toBeVisible();
  const samples = page.getByRole('table').filter({ hasText: 'Example of the product' });
  await expect(samples.getByRole('row', { name: /Example of the product/ })).toContainText('same');
  await expect(page.getByText('0 calls dearer, 0 cheaper, 3 the same')).toBeVisible();

  // A fault stands at its field, by the same validator as in a file.
  const booking = line('Booking').getByRole('textbox', { name: 'Credits for the call' });
  await booking.fill('six');
  await expect(line('Booking').getByText('Expected credits as a number.')).toBeVisible();
  await expect(booking).toHaveAttribute('aria-invalid', 'true');
  await expect(panel.getByText(/1 fault: mend it/)).toBeVisible();
  await expectAccessible(page);
  await booking.fill('6');
  await expect(line('Booking').getByText('was 5')).toBeVisible();

  // What is typed is reckoned: some get dearer, some cheaper.
  const third = line('Parcels').getByRole('textbox', { name: 'each' }).nth(2);
  await third.fill('1.5');
  await line('Service').getByRole('textbox', { name: 'Credits for same_day' }).fill('14');
  await expect(samples.getByRole('row', { name: /Example of the product/ })).toContainText('+1');
  await expect(samples.getByRole('row', { name: /Falls most/ })).toContainText('−5');
  await expect(page.getByRole('region', { name: 'What changes' }).getByText('Dearer').first()).toBeVisible();
  await expect(page.getByText('2 calls dearer, 1 cheaper, 0 the same')).toBeVisible();
  await expect(page.getByText('Some calls can cost more than before.').first()).toBeVisible();
  const plot = panel.getByRole('slider', { name: /^Both prices by/ });
  await plot.focus();
  const before = await plot.getAttribute('aria-valuenow');
  await page.keyboard.press('ArrowRight');
  await expect(plot).not.toHaveAttribute('aria-valuenow', before ?? '');

  // A new line by the keyboard, whose formula names the fields of the input.
  await page.getByRole('button', { name: 'Add a line' }).click();
  await form.getByRole('textbox', { name: 'Name of line 4' }).fill('Insurance');
  await line('Insurance').getByText('Per unit').click();
  const counts = line('Insurance').getByRole('combobox', { name: 'Counts' });
  await counts.fill('');
  await counts.pressSequentially('ceil(inp');
  await page.keyboard.type('ut.insu');
  const options = page.getByRole('listbox');
  await expect(options.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(counts).toHaveValue('ceil(input.insurance.');
  await expect(options.getByRole('option')).toHaveText([/amount.*number/, /currency.*EUR, GBP, USD/]);
  await everyWay(page, 'completion');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(counts).toHaveValue('ceil(input.insurance.amount');
  await expect(line('Insurance').getByText(/^Character 28: The expression is not valid CEL/)).toBeVisible();
  await page.keyboard.type(' / 500)');
  await page.keyboard.press('Escape');
  await line('Insurance').getByRole('textbox', { name: 'Unit' }).fill('half thousand');
  await line('Insurance').getByRole('button', { name: 'More for Insurance' }).click();
  await page.getByRole('menuitem', { name: 'Add a condition' }).click();
  await line('Insurance').getByRole('combobox', { name: 'Applies if' }).fill('has(input.insurance.amount)');
  await expect(line('Insurance').getByText('New line')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What changes' }).getByText('New: Insurance')).toBeVisible();
  await expect(line('Insurance').getByText(/^1 credit per half thousand/)).toBeVisible();

  // Moved by the keyboard, and the same in YAML.
  await line('Insurance').getByRole('button', { name: 'Move Insurance' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Move Insurance' })).toBeFocused();
  await expect(
    form
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Move/ }) })
      .nth(2),
  ).toContainText('Per unit');
  await everyWay(page, 'changed');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Moved by the pointer, there and back, and one that is added is taken away again.
  const names = () =>
    form.getByRole('button', { name: /^Move / }).evaluateAll((all) => all.map((one) => one.ariaLabel));
  await page.getByRole('button', { name: 'Move Service' }).dragTo(line('Booking'));
  await expect.poll(names).toEqual(['Move Service', 'Move Booking', 'Move Parcels', 'Move Insurance']);
  await page.getByRole('button', { name: 'Move Service' }).dragTo(line('Insurance'));
  await page.getByRole('button', { name: 'Add a line' }).click();
  await page.getByRole('button', { name: 'More for Line 5' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(names).toEqual(['Move Booking', 'Move Parcels', 'Move Insurance', 'Move Service']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: 'YAML' }).click();
  await expect(page.getByText('Changes price.')).toBeVisible();
  const typed = await draftText(page);
  expect(typed).toMatch(
    /label: Insurance.*quantity: ceil\(input\.insurance\.amount \/ 500\).*label: Service/s,
  );

  // What the form does not have stays, as YAML.
  await page.getByRole('textbox', { name: /^Definition of/ }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(typed.replace('flat: 6', 'flat: 6\n      note: by hand'));
  await page.getByRole('tab', { name: 'Price' }).click();
  await expect(form.getByText(/flat: 6\s+note: by hand/)).toBeVisible();
  await expect(form.getByText('Expected no key "note".')).toBeVisible();
  await expectAccessible(page);
});
