import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const source = await readFile(new URL('../../../../app/globals.css', import.meta.url), 'utf8');

/** Every colour of the theme, in light and in dark. */
const colours = new Map(
  Array.from(
    source.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g),
    ([, name = '', ...both]) => [name, both],
  ),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: number): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colours.get(name)?.[theme] ?? ''))
    .toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'card', 'raised', 'sunk', 'hover'];
const pairs: [text: string, ground: string, atLeast: number][] = [
  ...['ink', 'quiet', 'accent', 'good', 'bad', 'warn'].flatMap((text) =>
    [...grounds, 'accent-soft'].map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ['good', 'good-soft', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['accent-ink', 'accent', 4.5],
  ['accent-ink', 'accent-over', 4.5],
  ['paper', 'bad', 4.5],
  ['paper', 'ink', 4.5],
  ...['series-2', 'series-4', 'series-5', 'series-6'].map((letters): [string, string, number] => [
    'card',
    letters,
    4.5,
  ]),
  ...['edge', 'before', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'].flatMap((line) =>
    ['paper', 'card'].map((ground): [string, string, number] => [line, ground, 3]),
  ),
];

describe.each(['light', 'dark'])('in %s', (name) => {
  const theme = name === 'light' ? 0 : 1;
  it.each(pairs)('%s is told from %s: %s to 1 and more', (text, ground, atLeast) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(atLeast);
  });
});
