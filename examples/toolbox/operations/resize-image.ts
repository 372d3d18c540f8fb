import type { Sharp } from 'sharp';
import { operation } from '../operation.ts';
import { encodePicture, openPicture, type PictureFormat, refusePixels } from '../picture.ts';

interface Input {
  file: unknown;
  width: number;
  height?: number;
  fit: 'cover' | 'contain' | 'fill' | 'inside' | 'outside';
  enlarge: boolean;
  format: PictureFormat;
}

export const resizeImage = operation<Input>(async ({ file, width, height, fit, enlarge, format }) => {
  const picture = await openPicture(file);
  if (enlarge) await refuseLargeResult(picture, width, height, fit);
  return encodePicture(picture.resize({ width, height, fit, withoutEnlargement: !enlarge }), format);
});

/** A side that follows from the picture's proportions may exceed the limit. */
async function refuseLargeResult(
  picture: Sharp,
  width: number,
  height: number | undefined,
  fit: Input['fit'],
): Promise<void> {
  const { autoOrient } = await picture.metadata();
  const scale = Math.max(width / autoOrient.width, (height ?? 0) / autoOrient.height);
  if (height === undefined || fit === 'outside') {
    refusePixels(Math.round(autoOrient.width * scale), Math.round(autoOrient.height * scale));
  }
}
