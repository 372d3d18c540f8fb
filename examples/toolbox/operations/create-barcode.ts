import bwip from 'bwip-js/node';
import { operation, Refusal } from '../operation.ts';

interface Input {
  symbology: string;
  text: string;
  format: 'png' | 'svg';
  scale: number;
  height: number;
  showText: boolean;
}

export const createBarcode = operation<Input>(
  async ({ symbology, text, format, scale, height, showText }) => {
    const options = {
      bcid: symbology,
      text,
      scale,
      height,
      includetext: showText,
      textxalign: 'center',
    } as const;
    try {
      return format === 'svg'
        ? { type: 'image/svg+xml', body: bwip.toSVG(options) }
        : { type: 'image/png', body: await bwip.toBuffer(options) };
    } catch (error) {
      throw new Refusal(`The text is not a valid ${symbology} barcode: ${reason(error)}.`);
    }
  },
);

/** bwip-js says "bwipp.ean13badLength: EAN-13 must be 12 or 13 digits". People need only the words after the code. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^.*?bwipp\.\w+(?:#\d+)?:\s*/, '').replace(/\.$/, '');
}
