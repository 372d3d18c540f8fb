import { accentColours } from '../face/accent.ts';
import { plainWords, priceWords } from '../agents/plain-words.ts';
import type { Product } from './product.ts';

const mostName = 60;

type Priced = Pick<Product, 'name' | 'price' | 'status'>;

function wordsOf({ name, price, status }: Priced): { label: string; message: string } {
  return { label: plainWords(name, mostName), message: status === 1 ? priceWords(price) : 'offline' };
}

/** The badge as shields.io draws it, in the schema of its endpoint badge. */
export function shieldsBadge(product: Priced, accent = '') {
  const { label, message } = wordsOf(product);
  return {
    schemaVersion: 1,
    label,
    message,
    color: product.status === 1 ? coloursOf(accent).light.accent.slice(1) : 'inactive',
    cacheSeconds: 300,
  };
}

const height = 20;
const padding = 7;

const standard = {
  light: { accent: '#b03608', ink: '#fffefb' },
  dark: { accent: '#ff8f5c', ink: '#1d0d05' },
};

/** `accent`: that of the portal; empty for the standard. */
function coloursOf(accent: string): typeof standard {
  return accent === '' ? standard : accentColours(accent);
}

/** Name and price as a picture. It follows the theme of whoever looks at it. */
export function badgePicture(product: Priced, accent = ''): string {
  const { light, dark } = coloursOf(accent);
  const { label, message } = wordsOf(product);
  const title = escaped(`${label}: ${message}`);
  const [left, right] = [label, message].map((text) => widthOf(text) + 2 * padding);
  const width = (left ?? 0) + (right ?? 0);
  const isOffline = product.status !== 1;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    '<style>',
    `.l{fill:#1b1914}.r{fill:${light.accent}}.o{fill:#5d584b}.lt{fill:#f6f4ee}.rt{fill:${light.ink}}`,
    `@media (prefers-color-scheme:dark){.l{fill:#38342b}.r{fill:${dark.accent}}.o{fill:#aea795}.lt{fill:#f1ede3}.rt{fill:${dark.ink}}}`,
    'text{font:11px Verdana,"DejaVu Sans",sans-serif;text-anchor:middle}',
    '</style>',
    `<clipPath id="c"><rect width="${width}" height="${height}" rx="3"/></clipPath>`,
    '<g clip-path="url(#c)">',
    `<rect class="l" width="${left}" height="${height}"/>`,
    `<rect class="${isOffline ? 'o' : 'r'}" x="${left}" width="${right}" height="${height}"/>`,
    '</g>',
    textAt(label, 'lt', 0),
    textAt(message, 'rt', left ?? 0),
    '</svg>',
  ].join('');
}

function textAt(text: string, look: string, from: number): string {
  const width = widthOf(text);
  return `<text class="${look}" x="${from + padding + width / 2}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;
}

/** About as wide as Verdana draws it at 11 pixels. Fonts differ, so the text is fitted to it. */
function widthOf(text: string): number {
  const widths = [...text].map((character) => {
    if (
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(
        character,
      )
    )
      return 11;
    if (/[ijlI.,:;'|!()[\] ]/.test(character)) return 4.2;
    return /[mwMWG@%]/.test(character) ? 9.6 : 7;
  });
  return Math.max(1, Math.round(widths.reduce((sum, width) => sum + width, 0)));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
