import { type JsonObject, canonicalJson, isJsonObject } from '../../lib/json/json.ts';
import { isOfGuest } from '../../lib/ledger/purse.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type CallFacts, makeReceipt, type UnsignedReceipt } from '../../lib/receipt/make-receipt.ts';
import { checkSignature } from '../../lib/receipt/receipt-signature.ts';
import { endingSchema } from '../../lib/receipt/receipt.ts';
import { verifyReceipt } from '../../lib/receipt/verify-receipt.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole, refusalByRole } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { JsonText } from '../json-text.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import { signWithReceiptKey, verifyEd25519 } from '../portal/receipt-key.ts';
import { readVersion } from '../products/compiled-version.ts';
import { mayDo, type Operating } from '../rights.ts';
import type { CallRow } from '../store/calls/call-rows.ts';
import { writeChange } from '../store/write-change.ts';
import { stateName } from './call-request.ts';
import { guestHistory, lastClaimedCall } from './list-calls.ts';

/** The receipt of a call, made and signed when it is read: making the call costs nothing more for it. */
export async function readReceipt(context: Context, caller: Caller, id: string): Promise<JsonObject> {
  return receiptOf(context, await findCall(context, caller, id));
}

/** What a receipt is made from. */
interface ReceiptContext {
  caches: Pick<Context['caches'], 'versions'>;
  store: Pick<Context['store'], 'calls' | 'catalogue'>;
  secret: PortalSecret;
}

/** The receipt of a call, for whoever may see it. */
export async function receiptOf(context: ReceiptContext, call: FoundCall): Promise<JsonObject> {
  return signWithReceiptKey(asJson(makeReceipt(await readFacts(context, call))), context.secret.signing);
}

async function readFacts(context: ReceiptContext, { key, seesMaker }: FoundCall): Promise<CallFacts> {
  const { calls } = context.store;
  const { purseId, versionKey, state, ending, apiKey, ...call } = await calls.readReceipt(key);
  const { template, charges } = await readVersion(context, versionKey);
  return {
    ...call,
    charges,
    price: template['x-farebox'].price,
    caller: isOfGuest(purseId) ? 'guest' : 'account',
    state: stateName(state),
    key: seesMaker ? apiKey : null,
    ending: ending === null ? null : endingSchema.parse(JSON.parse(ending)),
    entries: call.charged > 0 ? await calls.readEntries(key) : [],
  };
}

/** The account that this operator may refund a call to; null if it cost nothing, or was a guest's. */
export async function refundedAccount(context: Context, caller: Caller, id: string): Promise<string | null> {
  if (!mayDo(caller, 'grant-credits')) return null;
  const { key } = await findCall(context, caller, id);
  const { purseId, charged } = await context.store.calls.readReceipt(key);
  return charged > 0 && !isOfGuest(purseId) ? purseId : null;
}

/** Drops undefined members, as JSON does. */
function asJson(receipt: UnsignedReceipt): JsonObject {
  return JSON.parse(JSON.stringify(receipt)) as JsonObject;
}

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
  const receipt = await receiptOf(copy, { key: after.key, seesMaker: true });
  const verification = verifyReceipt(receipt);
  const [difference] = verification.ok ? [] : verification.differences;
  if (difference) return `has a wrong receipt: ${difference.pointer} is ${JSON.stringify(difference.stated)}`;
  if (!(await checkSignature(receipt, verifyEd25519)).holds) return 'has a receipt with a wrong signature';
  if (comparable(receipt) !== comparable(await receiptOf(original, { key: before.key, seesMaker: true })))
    return 'has another receipt than before';
  return undefined;
}

/** PostgreSQL has no text with U+0000: a copy has U+FFFD there. */
function comparable({ signature: _signature, entries, ...receipt }: JsonObject): string {
  const withoutIds = JSON.stringify(entries, (name, value: unknown) => (name === 'id' ? undefined : value));
  return `${canonicalJson(receipt)}${withoutIds}`.replaceAll('\\u0000', '\uFFFD');
}

interface FoundCall {
  key: number;
  /** Whether the caller may know the API key that made it. */
  seesMaker: boolean;
}

/** Whether an operator may know the keys and people that made the calls of others. */
export function seesMakers(caller: Operating): boolean {
  return mayDo(caller, 'read-accounts');
}

/**
 * A call that the caller may see: an account's own, or one of a guest, whose id nobody can guess. Operators see all.
 */
export async function findCall({ store }: Context, caller: Caller, id: string): Promise<FoundCall> {
  const maySeeAll = mayDo(caller, 'read-calls');
  if (!maySeeAll) requireRole(caller, 'read-calls');
  const call = await store.calls.find(id);
  const isGuests = call !== undefined && isOfGuest(call.purseId);
  const isOpen = isGuests || call?.purseId === caller.purse;
  if (!call || !(isOpen || maySeeAll)) throw noCall(id);
  return { key: call.key, seesMaker: isOpen || seesMakers(caller) };
}

/** A call that is in the caller's own history, which has the calls of before they signed up. */
async function findOwnCall(context: Context, caller: Caller, id: string): Promise<CallRow> {
  requireRole(caller, 'read-calls');
  const call = await context.store.calls.find(id);
  if (!call || call.owner === null) throw noCall(id);
  if (call.owner === caller.owner && call.key > (await lastClaimedCall(context, caller))) return call;
  const earlier = await guestHistory(context, caller);
  if (call.owner !== earlier?.owner || call.key > earlier.lastCallKey) throw noCall(id);
  return call;
}

/** The same for a call that does not exist and for one that the caller may not see. */
function noCall(id: string): Problem {
  return new Problem(
    'not-found',
    `There is no call ${JSON.stringify(id.slice(0, 100))}, or you do not have access to it.`,
  );
}

/** The stored input of a call, for its owner. Files are stored as their hash. */
export async function readCallInput(
  context: Context,
  caller: Caller,
  id: string,
): Promise<JsonText<JsonObject>> {
  const { key } = await findOwnCall(context, caller, id);
  const text = await context.store.calls.readInput(key);
  if (text === undefined) throw new Problem('not-found', 'The input of this call is not stored.');
  return new JsonText(text, (json) => (isJsonObject(json) ? json : {}));
}

/** Deletes the stored input; the receipt keeps its hash. Deleting it twice is not an error. */
export async function deleteCallInput(context: Context, caller: Caller, id: string): Promise<void> {
  const callKey = await findDeletable(context, caller, id);
  if (callKey instanceof Problem) throw callKey;
  await writeChange(context, 'forget-input', { callKey });
}

export async function mayDeleteCallInput(context: Context, caller: Caller, id: string): Promise<boolean> {
  return !((await findDeletable(context, caller, id)) instanceof Problem);
}

/** The key of the call, or why the caller may not delete its input: for calls of other members it takes a role. */
async function findDeletable(context: Context, caller: Caller, id: string): Promise<number | Problem> {
  const refusal = refusalByRole(caller, 'call');
  if (refusal) return refusal;
  const { key, owner, memberKey } = await findOwnCall(context, caller, id);
  const isMaker = owner !== caller.owner || memberKey === caller.member?.key;
  return (isMaker ? undefined : refusalByRole(caller, 'delete-inputs')) ?? key;
}
