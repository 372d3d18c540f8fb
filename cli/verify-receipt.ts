import { countOf } from '../lib/text/count-text.ts';
import type { JsonObject } from '../lib/json/json.ts';
import { receiptOfText } from '../lib/receipt/receipt-of-text.ts';
import { checkSignature } from '../lib/receipt/receipt-signature.ts';
import { type Receipt, receiptSchema } from '../lib/receipt/receipt.ts';
import { type Difference, verifyReceipt } from '../lib/receipt/verify-receipt.ts';
import { verifyEd25519 } from '../server/calls/receipt-key.ts';
import { readRegularFile } from '../server/files/read-regular-file.ts';
import { CheckFailed } from './check-failed.ts';
import { print } from './print.ts';
import { readStandardInput } from './read-standard-input.ts';
import { Refusal } from './refusal.ts';
import { tableText } from './table-text.ts';

/** Ten times as much as a receipt with the most lines that a price can have. */
const mostBytes = 4 * 1024 * 1024;

/** Prints the receipt, what differs in it, and whether its signature is valid. */
export async function verifyReceiptFile(file: string, key: string | undefined): Promise<void> {
  const receipt = parseReceipt(await readText(file), file === '-' ? 'Standard input' : file);
  const verification = verifyReceipt(receipt);
  const differences = verification.ok ? [] : verification.differences;
  const signature = await signatureText(receipt, key);
  const parsed = receiptSchema.safeParse(receipt);
  print(
    [
      ...(parsed.success ? [receiptText(parsed.data, differences)] : []),
      ...differences.map(differenceText),
      `${signature.text}\n`,
    ].join(''),
  );
  if (differences.length > 0 || !signature.isValid) throw new CheckFailed();
}

async function readText(file: string): Promise<string> {
  const tooLarge = `${file} has more than 4 MiB: no receipt is that long.`;
  if (file === '-') return (await readStandardInput({ mostBytes, tooLarge })).toString();
  const reading = readRegularFile(file, mostBytes);
  if (reading.ok) return reading.bytes.toString();
  throw new Refusal(reading.why === 'too-large' ? tooLarge : `${file} ${reading.reason}.`);
}

function parseReceipt(text: string, file: string): JsonObject {
  const read = receiptOfText(text);
  if (read.ok) return read.receipt;
  throw new Refusal(`${file} ${read.reason}`);
}

function receiptText(receipt: Receipt, differences: Difference[]): string {
  const { id, product, template, priced, quoted, charged, state, outcome, charge } = receipt;
  const lines = priced?.lines ?? [];
  const rows = lines.map(({ label, text, amount }, index) => {
    const differs = differences.some(({ pointer }) => `${pointer}/`.startsWith(`/priced/lines/${index}/`));
    return { '': differs ? 'failed' : 'passed', LINE: label, CALCULATION: text, CREDITS: amount };
  });
  const sum = priced
    ? `Sum of the lines: ${priced.subtotal}. Total: ${countOf(priced.credits, 'credit')}${priced.clamped ? ` (${priced.clamped} price)` : ''}.\n`
    : '';
  const how = outcome === null ? state : `${outcome}: ${charge}`;
  return `${id} of ${product.slug}, version ${template.version} of ${template.id}\n${rows.length > 0 ? tableText(rows) : ''}${sum}Quoted ${quoted}, charged ${charged} (${how}).\n`;
}

function differenceText({ pointer, stated, computed, detail }: Difference): string {
  const instead = computed === null ? '' : `, and should be ${JSON.stringify(computed)}`;
  return `${pointer} is ${JSON.stringify(stated)}${instead}. ${detail}\n`;
}

async function signatureText(
  receipt: JsonObject,
  key: string | undefined,
): Promise<{ isValid: boolean; text: string }> {
  const { holds, publicKey } = await checkSignature(receipt, verifyEd25519);
  if (!holds)
    return {
      isValid: false,
      text: 'The signature does not match: the receipt was changed, or never signed.',
    };
  const whose = `The signature is valid, by the key ${publicKey}`;
  if (key === undefined)
    return { isValid: true, text: `${whose}. Compare it with /api/receipt-key of the portal.` };
  if (key === publicKey) return { isValid: true, text: `${whose}, which is the given one.` };
  return { isValid: false, text: `${whose}, which is not the given one: someone else signed it.` };
}
