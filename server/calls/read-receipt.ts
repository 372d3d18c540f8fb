import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { type CallFacts, makeReceipt, type UnsignedReceipt } from '../../lib/receipt/make-receipt.ts';
import { endingSchema } from '../../lib/receipt/receipt.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import { readVersion } from '../products/compiled-version.ts';
import { findCall } from './find-call.ts';
import { signWithReceiptKey } from './receipt-key.ts';
import { stateName } from './state-name.ts';

export const callParams = z.object({ call_id: z.string().meta({ description: 'Id of the call.' }) });

/** The receipt of a call, made and signed when it is read: making the call costs nothing more for it. */
export async function readReceipt(context: Context, caller: Caller, id: string): Promise<JsonObject> {
  return receiptOf(context, await findCall(context, caller, id));
}

/** What a receipt is made from. */
export interface ReceiptContext {
  caches: Pick<Context['caches'], 'versions'>;
  store: Pick<Context['store'], 'calls' | 'catalogue'>;
  secret: PortalSecret;
}

/** The receipt of a call by its key, for whoever may see it. */
export async function receiptOf(context: ReceiptContext, key: number): Promise<JsonObject> {
  return signWithReceiptKey(asJson(makeReceipt(await readFacts(context, key))), context.secret.signing);
}

async function readFacts(context: ReceiptContext, key: number): Promise<CallFacts> {
  const { calls } = context.store;
  const { purseId, versionKey, state, ending, apiKey, ...call } = await calls.readReceipt(key);
  const { template, charges } = await readVersion(context, versionKey);
  return {
    ...call,
    charges,
    price: template['x-farebox'].price,
    caller: purseId.startsWith('guest_') ? 'guest' : 'account',
    state: stateName(state),
    key: apiKey,
    ending: ending === null ? null : endingSchema.parse(JSON.parse(ending)),
    entries: call.charged > 0 ? await calls.readEntries(key) : [],
  };
}

/** Drops undefined members, as JSON does. */
function asJson(receipt: UnsignedReceipt): JsonObject {
  return JSON.parse(JSON.stringify(receipt)) as JsonObject;
}
