import { operation } from '../operation.ts';
import { encodePicture, openPicture } from '../picture.ts';

interface Input {
  file: unknown;
  sigma: number;
}

export const blurImage = operation<Input>(async ({ file, sigma }) => {
  const picture = await openPicture(file);
  return encodePicture(picture.blur(sigma), 'png');
});
