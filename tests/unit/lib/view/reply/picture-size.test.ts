import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureSize } from '../../../../../lib/view/reply/pictures.ts';

const picture = () => sharp({ create: { width: 321, height: 123, channels: 4, background: '#1238' } });

describe('the dimensions of an image, before it is decoded', () => {
  it.each(
    // biome-ignore format: a table
    [
      ['PNG', () => picture().png()],
      ['GIF', () => picture().gif()],
      ['JPEG', () => picture().jpeg()],
      ['progressive JPEG', () => picture().withExif({ IFD0: { Copyright: 'x'.repeat(5_000) } }).jpeg({ progressive: true })],
      ['lossy WebP', () => picture().removeAlpha().webp()],
      ['WebP with transparency', () => picture().webp()],
      ['lossless WebP', () => picture().webp({ lossless: true })],
    ],
  )('of %s', async (_name, made) => {
    expect(pictureSize(await made().toBuffer())).toEqual({ width: 321, height: 123 });
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['what is cut off', '\x89PNG\r\n\x1a\n'],
    ['a JPEG without an end', '\xff\xd8\xff\xe0\x00\x10'],
    ['a JPEG that goes nowhere', '\xff\xd8\xff\xe0\x00\x00\x00'],
  ])('are not known of %s', (_name, text) => {
    expect(pictureSize(Uint8Array.from(text, (character) => character.charCodeAt(0)))).toBe(null);
  });
});
