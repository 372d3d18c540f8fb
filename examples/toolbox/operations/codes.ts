import type { QRCodeErrorCorrectionLevel } from 'qrcode';
import { type Operation, operation, Refusal } from '../operation.ts';

interface CreateQrCodeInput {
  text: string;
  format: 'png' | 'svg';
  size: number;
  margin: number;
  errorCorrection: QRCodeErrorCorrectionLevel;
  dark: string;
  light: string;
}

export async function createQrCode(): Promise<Operation> {
  const { default: QRCode } = await import('qrcode');
  return operation<CreateQrCodeInput>(async ({ text, format, size, dark, light, ...options }) => {
    const appearance = {
      ...options,
      width: size,
      errorCorrectionLevel: options.errorCorrection,
      color: { dark, light },
    };
    try {
      return format === 'svg'
        ? { type: 'image/svg+xml', body: await QRCode.toString(text, { ...appearance, type: 'svg' }) }
        : { type: 'image/png', body: await QRCode.toBuffer(text, { ...appearance, type: 'png' }) };
    } catch (error) {
      if (error instanceof Error && /too big/.test(error.message)) {
        throw new Refusal(
          'The text does not fit a QR code at this error correction; shorten it or choose L.',
        );
      }
      throw error;
    }
  });
}

interface CreateBarcodeInput {
  symbology: string;
  text: string;
  format: 'png' | 'svg';
  scale: number;
  height: number;
  showText: boolean;
}

export async function createBarcode(): Promise<Operation> {
  const { default: bwip } = await import('bwip-js/node');
  return operation<CreateBarcodeInput>(async ({ symbology, text, format, scale, height, showText }) => {
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
  });
}

/** bwip-js says "bwipp.ean13badLength: EAN-13 must be 12 or 13 digits". People need only the words after the code. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^.*?bwipp\.\w+(?:#\d+)?:\s*/, '').replace(/\.$/, '');
}
