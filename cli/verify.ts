import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json/json.ts';
import { Problem } from '../lib/problem/problem.ts';
import { checkSignature } from '../lib/receipt/receipt-signature.ts';
import { type Receipt, receiptSchema } from '../lib/receipt/receipt.ts';
import { parseStrictJson } from '../lib/json/strict-json.ts';
import { type Difference, verifyReceipt } from '../lib/receipt/verify-receipt.ts';
import { verifyEd25519 } from '../server/calls/receipt-key.ts';
import { readRegularFile } from '../server/files/read-regular-file.ts';
import { readArguments } from './read-arguments.ts';
import { readStandardInput } from './read-standard-input.ts';
import { Refusal } from './refusal.ts';
import { tableText } from './table-text.ts';

const usage =
  'Expected farebox verify RECEIPT.json [--key PUBLIC_KEY], as in: verify receipt.json; - reads standard input.';

/** A receipt with all the lines that a price may have is a tenth of this. */
const mostBytes = 4 * 1024 * 1024;

/** `farebox verify RECEIPT.json`: 0 where it reckons up and its signature holds, 1 where not, 2 where it is no receipt. */
export async function verifyCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    usage,
    words: [1, 1],
    options: { key: { type: 'string' } },
  });
  const [file = ''] = positionals;
  const receipt = parseReceipt(await readText(file), file === '-' ? 'Standard input' : file);
  const verification = verifyReceipt(receipt);
  const differences = verification.ok ? [] : verification.differences;
  const signature = await signatureText(receipt, values.key);
  const parsed = receiptSchema.safeParse(receipt);
  process.stdout.write(
    [
      ...(parsed.success ? [receiptText(parsed.data, differences)] : []),
      ...differences.map(differenceText),
      `${signature.text}\n`,
    ].join(''),
  );
  return differences.length === 0 && signature.right ? 0 : 1;
}

async function readText(file: string): Promise<string> {
  const tooLarge = `${file} has more than 4 MiB: no receipt is that long.`;
  if (file === '-') return (await readStandardInput({ mostBytes, tooLarge })).toString();
  const reading = readRegularFile(file, mostBytes);
  if (reading.ok) return reading.bytes.toString();
  throw new Refusal(reading.why === 'too-large' ? tooLarge : `${file} ${reading.reason}.`);
}

function parseReceipt(text: string, file: string): JsonObject {
  refuseDoubleKeys(text, file);
  const value = tryParse(text);
  if (value === undefined) throw new Refusal(`${file} is not JSON.`);
  if (isJsonObject(value) && typeof value['id'] === 'string' && 'signature' in value) return value;
  throw new Refusal(
    `${file} is not a receipt: expected the answer of /api/calls/CALL_ID, with an id and a signature.`,
  );
}

/** `JSON.parse` takes the last of two: somebody who reads the text might take the first. */
function refuseDoubleKeys(text: string, file: string): void {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // All else that is too strict for a receipt, its signature answers for.
    if (error.code === 'duplicate-key') throw new Refusal(`${file} is not a receipt: ${error.message}`);
  }
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/** What `JSON.parse` gives is JSON. */
function jsonOf(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

function receiptText(receipt: Receipt, differences: Difference[]): string {
  const { id, product, template, priced, quoted, charged, state, outcome, charge } = receipt;
  const lines = priced?.lines ?? [];
  const rows = lines.map(({ label, text, amount }, index) => {
    const differs = differences.some(({ pointer }) => `${pointer}/`.startsWith(`/priced/lines/${index}/`));
    return { '': differs ? 'failed' : 'passed', LINE: label, CALCULATION: text, CREDITS: amount };
  });
  const sum = priced
    ? `Sum of the lines: ${priced.subtotal}. Total: ${priced.credits} credits${priced.clamped ? ` (${priced.clamped} price)` : ''}.\n`
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
): Promise<{ right: boolean; text: string }> {
  const { holds, publicKey } = await checkSignature(receipt, verifyEd25519);
  if (!holds)
    return { right: false, text: 'The signature does not match: the receipt was changed, or never signed.' };
  const whose = `The signature is valid, by the key ${publicKey}`;
  if (key === undefined)
    return { right: true, text: `${whose}. Compare it with /api/receipt-key of the portal.` };
  if (key === publicKey) return { right: true, text: `${whose}, which is the given one.` };
  return { right: false, text: `${whose}, which is not the given one: someone else signed it.` };
}
