import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { providerBlock, providerWords } from '../../../../lib/markdown/page-head.ts';
import { runs } from '../../../setup/runs.ts';

const read = (markdown: string) => unified().use(remarkParse).use(remarkGfm).parse(markdown).children;
const kindsIn = (markdown: string) => read(markdown).map(({ type }) => type);

const marked = fc.string({
  unit: fc.constantFrom(
    ...'`~\n\r\u2028\t #>-*_[]()<!a1.|&;:/\\"\'=@',
    '```',
    '````\n',
    '<script>',
    'https://a.b',
  ),
  maxLength: 60,
});

test('a block holds any text, and ends after it', () => {
  fc.assert(
    fc.property(fc.oneof(marked, fc.string({ unit: 'binary' })), (text) => {
      expect(kindsIn(`before\n\n${providerBlock(text, 1_000)}\n\nafter`)).toEqual([
        'paragraph',
        'code',
        'paragraph',
      ]);
    }),
    { numRuns: runs(30) },
  );
});

test('words stay words of one paragraph', () => {
  fc.assert(
    fc.property(marked, (text) => {
      const [only, ...others] = read(`- [${providerWords(text, 100)}](https://portal.example/a.md): rest`);
      expect(others).toEqual([]);
      const shown = JSON.stringify(only);
      expect(shown).toContain('"url":"https://portal.example/a.md"');
      expect(shown).not.toMatch(/"type":"(?:html|image|inlineCode|strong|emphasis|delete)"/);
    }),
    { numRuns: runs(30) },
  );
});

test('hidden characters are left out, and a text past its limit is cut', () => {
  expect(providerBlock('a\u202Eb\u{E0041}c\u200Dd', 100)).toBe('```markdown\nabc\u200Dd\n```');
  expect(providerBlock('abcdef', 3)).toBe('```markdown\nabc…\n```');
});
