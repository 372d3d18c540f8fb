import sharp, { type Sharp } from 'sharp';
import { Refusal, type Reply } from './operation.ts';

const pixelLimit = 16_000_000;
const readableFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/** Opens an uploaded picture, upright. Refuses other files and pictures with too many pixels. */
export async function openPicture(file: unknown): Promise<Sharp> {
  if (!(file instanceof Uint8Array))
    throw new Refusal('The field "file" must be an uploaded file, not a text.');
  const picture = sharp(file, { limitInputPixels: pixelLimit });
  const { format } = await picture.metadata().catch(refuseUnreadable);
  if (!readableFormats.has(format))
    throw new Refusal(`${format} files are not supported; send a PNG, JPEG, WebP, AVIF, GIF or TIFF.`);
  return picture.autoOrient();
}

export async function encodePicture(picture: Sharp, format: PictureFormat, quality?: number): Promise<Reply> {
  const body = await picture.toFormat(format, options(format, quality)).toBuffer().catch(refuseUnreadable);
  return { type: `image/${format}`, body };
}

/** PNG quality would reduce it to 256 colours. More effort for AVIF takes ten times as long for 7% fewer bytes. */
function options(format: PictureFormat, quality: number | undefined) {
  return {
    ...(quality !== undefined && format !== 'png' && { quality }),
    ...(format === 'avif' && { effort: 2 }),
  };
}

/** A result may have as many pixels as an upload. */
export function refusePixels(width: number, height: number): void {
  if (width * height <= pixelLimit) return;
  throw new Refusal(
    `The result would have ${width} × ${height} pixels; at most ${pixelLimit / 1_000_000} million are made.`,
  );
}

export function refuseUnreadable(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit/.test(message)) {
    throw new Refusal(
      `The picture has more than ${pixelLimit / 1_000_000} million pixels; send a smaller one.`,
    );
  }
  throw new Refusal('The file cannot be read as a picture; send a whole PNG, JPEG, WebP, AVIF, GIF or TIFF.');
}
