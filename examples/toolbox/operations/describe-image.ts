import { rgbaToThumbHash } from 'thumbhash';
import { json, operation } from '../operation.ts';
import { openPicture, refuseUnreadable } from '../picture.ts';

interface Input {
  file: unknown;
  colours: number;
}

const thumbnailPixels = 100;
const coarseShift = 5;

export const describeImage = operation<Input>(async ({ file, colours }) => {
  const picture = await openPicture(file);
  const metadata = await picture.metadata();
  const thumbnail = await picture
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable);
  const { width, height } = metadata.autoOrient;
  return json({
    format: metadata.format,
    width,
    height,
    channels: metadata.channels,
    hasAlpha: metadata.hasAlpha,
    palette: palette(thumbnail.data, colours),
    thumbhash: thumbhash(thumbnail.info.width, thumbnail.info.height, thumbnail.data),
  });
});

/** The most frequent colours: pixels are grouped into cells of 32 steps per channel, each with its mean colour. */
function palette(pixels: Uint8Array, count: number) {
  const cells = new Map<number, { red: number; green: number; blue: number; pixels: number }>();
  let visible = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4);
    if (alpha < 128) continue;
    visible += 1;
    const key = ((red >> coarseShift) << 16) | ((green >> coarseShift) << 8) | (blue >> coarseShift);
    const cell = cells.get(key) ?? { red: 0, green: 0, blue: 0, pixels: 0 };
    cells.set(key, {
      red: cell.red + red,
      green: cell.green + green,
      blue: cell.blue + blue,
      pixels: cell.pixels + 1,
    });
  }
  return [...cells.values()]
    .sort((one, other) => other.pixels - one.pixels)
    .slice(0, count)
    .map((cell) => ({
      colour: `#${[cell.red, cell.green, cell.blue].map((sum) => hexadecimal(sum / cell.pixels)).join('')}`,
      share: Number((cell.pixels / visible).toFixed(4)),
    }));
}

function thumbhash(width: number, height: number, pixels: Uint8Array): string {
  return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString('base64');
}

function hexadecimal(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, '0');
}
