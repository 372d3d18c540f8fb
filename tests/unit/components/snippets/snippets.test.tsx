import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Snippets } from '../../../../components/snippets/snippets.tsx';
import { writeCurl } from '../../../../lib/view/curl/write-curl.ts';
import { codeTokens } from '../../../../lib/view/snippets/code-tokens.ts';
import { languages } from '../../../../lib/view/snippets/languages.ts';
import { everything } from '../../lib/view/snippets/portal-json.ts';

const call = { slug: 'qr-code', origin: 'https://portal.example', input: everything };
const unescape = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

it('shows the call as it is written, with a tab for each language', () => {
  const markup = renderToStaticMarkup(<Snippets {...call} fields={[]} maximumCredits={7} />);
  const [, code = ''] = /<code>([^]*?)<\/code><\/pre>/.exec(markup) ?? [];
  expect(unescape(code)).toBe(writeCurl({ ...call, maximumCredits: 7 }).trimEnd());
  expect([...markup.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(
    languages.map(({ name }) => name),
  );
});

it('saves bytes to a file', () => {
  const markup = renderToStaticMarkup(<Snippets {...call} fields={[]} file="qr-code.png" />);
  expect(unescape(markup)).toContain("-o 'qr-code.png'");
});

it('shows the beginning of what is too long to read, and says so', () => {
  const input = { text: 'a'.repeat(50_000) };
  const markup = renderToStaticMarkup(<Snippets {...call} input={input} fields={[]} />);
  expect(markup.length).toBeLessThan(40_000);
  expect(markup).toMatch(/Without 30,\d{3} characters at the end\./);
});

it.each(languages)('colours $name without a change of the text', ({ id, write }) => {
  const text = write({ ...call, fields: [], quoteFirst: true });
  const tokens = codeTokens(text, id);
  expect(tokens.map((token) => token.text).join('')).toBe(text);
  expect(new Set(tokens.map(({ kind }) => kind))).toContain('string');
});
