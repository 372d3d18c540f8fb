import { expect, test } from 'vitest';
import { badgePicture, shieldsBadge } from '../../../../lib/product/price-badge.ts';

const price = { from: 1, to: 2_000 };

test('escapes names, and shortens long ones', () => {
  const picture = badgePicture({ name: `A & "B" 'C' ${'x'.repeat(200)}`, price, status: 1 });
  expect(picture).toContain('<title>A &amp; &quot;B&quot; &#39;C&#39; xxx');
  expect(picture).not.toContain('x'.repeat(61));
  expect(picture).not.toMatch(/&(?!amp;|quot;|#39;)/);
});

test('says that a product is offline, in another colour', () => {
  expect(shieldsBadge({ name: 'A', price, status: 0 })).toMatchObject({
    message: 'offline',
    color: 'inactive',
  });
  expect(badgePicture({ name: 'A', price, status: 0 })).toContain('<rect class="o"');
  expect(badgePicture({ name: 'A', price, status: 1 })).toContain('<rect class="r"');
});

test('is wide enough for its texts', () => {
  const width = (name: string) => Number(/width="(\d+)"/.exec(badgePicture({ name, price, status: 1 }))?.[1]);
  expect(width('wide wide')).toBeGreaterThan(width('il'));
  expect(width('漢字漢字')).toBeGreaterThan(width('abab'));
});
