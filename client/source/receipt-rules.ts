/** The rules of the portal itself. They are large, and loaded when a receipt is verified. */
export { checkSignature } from '../../lib/receipt/receipt-signature.ts';
export { verifyEd25519 } from '../../lib/receipt/receipt-signature.ts';
export { verifyReceipt } from '../../lib/receipt/verify-receipt.ts';
