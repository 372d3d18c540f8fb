import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import { checkSignature } from '../../lib/receipt/receipt-signature.ts';
import { verifyReceipt } from '../../lib/receipt/verify-receipt.ts';
import { type ReceiptContext, receiptOf } from './read-receipt.ts';
import { verifyEd25519 } from './receipt-key.ts';

/** A person reads no more. */
const mostSentences = 20;
/** More would wait for connections. */
const atOnce = 8;

/**
 * Verifies receipts of a copied ledger as `farebox verify` does, and compares them with those of the original, where only
 * the ids of entries differ. Returns a sentence for each that is wrong.
 */
export async function compareReceipts(
  original: ReceiptContext,
  copy: ReceiptContext,
  callIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let first = 0; first < callIds.length && found.length < mostSentences; first += atOnce) {
    const some = callIds.slice(first, first + atOnce);
    const sentences = await Promise.all(
      some.map(async (id) => {
        const fault = await faultOf(original, copy, id);
        return fault === undefined ? [] : [`The call ${id} ${fault}.`];
      }),
    );
    found.push(...sentences.flat());
  }
  return found;
}

async function faultOf(
  original: ReceiptContext,
  copy: ReceiptContext,
  id: string,
): Promise<string | undefined> {
  const [before, after] = [await original.store.calls.find(id), await copy.store.calls.find(id)];
  if (!before || !after) return 'is not in both databases';
  if (before.owner !== after.owner || before.purseId !== after.purseId) return 'has another owner';
  const receipt = await receiptOf(copy, after.key);
  const verification = verifyReceipt(receipt);
  const [difference] = verification.ok ? [] : verification.differences;
  if (difference) return `has a wrong receipt: ${difference.pointer} is ${JSON.stringify(difference.stated)}`;
  if (!(await checkSignature(receipt, verifyEd25519)).holds) return 'has a receipt with a wrong signature';
  if (comparable(receipt) !== comparable(await receiptOf(original, before.key)))
    return 'has another receipt than before';
  return undefined;
}

/** PostgreSQL has no text with U+0000: a copy has U+FFFD there. */
function comparable({ signature: _signature, entries, ...receipt }: JsonObject): string {
  const withoutIds = JSON.stringify(entries, (name, value: unknown) => (name === 'id' ? undefined : value));
  return `${canonicalJson(receipt)}${withoutIds}`.replaceAll('\\u0000', '\uFFFD');
}
