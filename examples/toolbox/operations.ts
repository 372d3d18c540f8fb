import type { Operation } from './operation.ts';
import { createBarcode } from './operations/create-barcode.ts';
import { createQrCode } from './operations/create-qr-code.ts';

/** Every operation of the document, by its operationId. */
export const operations: Record<string, Operation> = {
  createBarcode,
  createQrCode,
};
