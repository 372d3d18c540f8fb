import { operation } from '../operation.ts';
import { encodePicture, openPicture, type PictureFormat } from '../picture.ts';

interface Input {
  file: unknown;
  format: PictureFormat;
  quality: number;
  grayscale: boolean;
}

export const convertImage = operation<Input>(async ({ file, format, quality, grayscale }) => {
  const picture = await openPicture(file);
  return encodePicture(picture.grayscale(grayscale), format, quality);
});
