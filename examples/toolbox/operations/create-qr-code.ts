import QRCode, { type QRCodeErrorCorrectionLevel } from 'qrcode';
import { operation, Refusal } from '../operation.ts';

interface Input {
  text: string;
  format: 'png' | 'svg';
  size: number;
  margin: number;
  errorCorrection: QRCodeErrorCorrectionLevel;
  dark: string;
  light: string;
}

export const createQrCode = operation<Input>(async ({ text, format, size, dark, light, ...options }) => {
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
      throw new Refusal('The text does not fit a QR code at this error correction; shorten it or choose L.');
    }
    throw error;
  }
});
