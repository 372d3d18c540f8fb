import type { Locator } from '@playwright/test';
import { expect, test, visit } from './journey.ts';

test.use({ contextOptions: { forcedColors: 'active' } });

/** Background and letters, as the browser paints them. */
function colours(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const { backgroundColor, color, borderBottomColor } = getComputedStyle(element);
    return [backgroundColor, color, borderBottomColor].join(' ');
  });
}

test('in forced colours what is chosen, and the button that calls, can be told', { tag: '@deep' }, async ({
  page,
}) => {
  await visit(page, '/products/qr-code');
  const ticket = page.getByRole('complementary', { name: 'Price of this call' });
  const call = ticket.getByRole('button', { name: /^Call/ });
  const plain = page.getByRole('button', { name: 'Copy link' });
  expect(await colours(call)).not.toBe(await colours(plain));

  const inputs = page.getByRole('tablist').first();
  const chosen = inputs.getByRole('tab', { selected: true });
  const other = inputs.getByRole('tab', { selected: false }).first();
  expect(await colours(chosen)).not.toBe(await colours(other));

  const parts = page.getByRole('navigation', { name: 'Product', exact: true });
  expect(await colours(parts.getByRole('link', { name: 'Playground' }))).not.toBe(
    await colours(parts.getByRole('link', { name: 'Docs' })),
  );

  const pills = page.locator('label:has(> input[type="radio"])');
  expect(await colours(pills.filter({ has: page.locator(':checked') }).last())).not.toBe(
    await colours(pills.filter({ hasNot: page.locator(':checked') }).last()),
  );
});
