import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultFace } from '../../../../lib/face/face.ts';
import { llmsText } from '../../../../lib/markdown/portal-pages.ts';
import type { ListedCard } from '../../../../lib/product/card-list.ts';
import { runs } from '../../../setup/runs.ts';

const tag = { id: 'tag', slug: 'tag', name: 'Tag' };

function card(name: string, text: string): ListedCard {
  return {
    ...{ id: 'prd_a', slug: 'a', name, type: tag, provider: tag, abilities: [] },
    ...{ description: [{ title: 'What', text }], price: { from: 1, to: 2 } },
  };
}

test('stays below 50 KB, and says how many more there are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.string({ unit: 'grapheme', maxLength: 4_000 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (name, text, count, more) => {
        const total = count + more;
        const entries = Array.from({ length: count }, () => card(`x${name}`, text));
        const pages = Array.from({ length: count }, () => ({ slug: 'p', title: name }));
        const made = llmsText({
          origin: 'https://portal.example',
          entries,
          total,
          guests: true,
          face: defaultFace,
          pages,
        });
        expect(Buffer.byteLength(made)).toBeLessThan(50_000);
        const shown = made.split('/products/a.md').length - 1;
        if (shown < total) expect(made).toContain(`- ${total - shown} more: `);
        else expect(made).not.toContain(' more: ');
      },
    ),
    { numRuns: runs(40) },
  );
});
