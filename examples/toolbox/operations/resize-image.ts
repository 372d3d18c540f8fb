import { operation } from '../operation.ts';
import { encodePicture, openPicture, type PictureFormat } from '../picture.ts';

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
  return encodePicture(picture.resize({ width, height, fit, withoutEnlargement: !enlarge }), format);
});
