import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { json, operation, Refusal, type Reply } from '../operation.ts';

const pixelLimit = 16_000_000;
const readableFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);

type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/** Opens an uploaded picture, upright. Refuses other files and pictures with too many pixels. */
async function openPicture(file: unknown): Promise<Sharp> {
  if (!(file instanceof Uint8Array))
    throw new Refusal('The field "file" must be an uploaded file, not a text.');
  if (file.length === 0) throw new Refusal('The file is empty.');
  const picture = sharp(file, { limitInputPixels: pixelLimit });
  const { format } = await picture.metadata().catch(refuseUnreadable);
  if (!readableFormats.has(format))
    throw new Refusal(`${format} files are not supported; send a PNG, JPEG, WebP, AVIF, GIF or TIFF.`);
  return picture.autoOrient();
}

async function encodePicture(picture: Sharp, format: PictureFormat, quality?: number): Promise<Reply> {
  const body = await picture.toFormat(format, encodingOf(format, quality)).toBuffer().catch(refuseUnreadable);
  return { type: `image/${format}`, body };
}

/** PNG quality would reduce it to 256 colours. More effort for AVIF takes ten times as long for 7% fewer bytes. */
function encodingOf(format: PictureFormat, quality: number | undefined) {
  return {
    ...(quality !== undefined && format !== 'png' && { quality }),
    ...(format === 'avif' && { effort: 2 }),
  };
}

/** A result may have as many pixels as an upload. */
function refusePixels(width: number, height: number): void {
  if (width * height <= pixelLimit) return;
  throw new Refusal(
    `The result would have ${width} × ${height} pixels; at most ${pixelLimit / 1_000_000} million are made.`,
  );
}

function refuseUnreadable(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit/.test(message)) {
    throw new Refusal(
      `The picture has more than ${pixelLimit / 1_000_000} million pixels; send a smaller one.`,
    );
  }
  throw new Refusal('The file cannot be read as a picture; send a whole PNG, JPEG, WebP, AVIF, GIF or TIFF.');
}

interface DescribeImageInput {
  file: unknown;
  colours: number;
}

const thumbnailPixels = 100;
const coarseShift = 5;

export const describeImage = operation<DescribeImageInput>(async ({ file, colours }) => {
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
      colour: `#${[cell.red, cell.green, cell.blue].map((sum) => hexadecimalOf(sum / cell.pixels)).join('')}`,
      share: Number((cell.pixels / visible).toFixed(4)),
    }));
}

function thumbhash(width: number, height: number, pixels: Uint8Array): string {
  return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString('base64');
}

function hexadecimalOf(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, '0');
}

interface ConvertImageInput {
  file: unknown;
  format: PictureFormat;
  quality: number;
  grayscale: boolean;
}

export const convertImage = operation<ConvertImageInput>(async ({ file, format, quality, grayscale }) => {
  const picture = await openPicture(file);
  return encodePicture(picture.grayscale(grayscale), format, quality);
});

interface ResizeImageInput {
  file: unknown;
  width: number;
  height?: number;
  fit: 'cover' | 'contain' | 'fill' | 'inside' | 'outside';
  enlarge: boolean;
  format: PictureFormat;
}

export const resizeImage = operation<ResizeImageInput>(
  async ({ file, width, height, fit, enlarge, format }) => {
    const picture = await openPicture(file);
    if (enlarge) await refuseLargeResult(picture, width, height, fit);
    return encodePicture(picture.resize({ width, height, fit, withoutEnlargement: !enlarge }), format);
  },
);

/** A side that follows from the picture's proportions may exceed the limit. */
async function refuseLargeResult(
  picture: Sharp,
  width: number,
  height: number | undefined,
  fit: ResizeImageInput['fit'],
): Promise<void> {
  const { autoOrient } = await picture.metadata();
  const scale = Math.max(width / autoOrient.width, (height ?? 0) / autoOrient.height);
  if (height === undefined || fit === 'outside') {
    refusePixels(Math.round(autoOrient.width * scale), Math.round(autoOrient.height * scale));
  }
}

interface BlurImageInput {
  file: unknown;
  sigma: number;
}

export const blurImage = operation<BlurImageInput>(async ({ file, sigma }) => {
  const picture = await openPicture(file);
  return encodePicture(picture.blur(sigma), 'png');
});
