import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { type CallFacts, makeReceipt, type UnsignedReceipt } from '../../lib/receipt/make-receipt.ts';
import { CALL_STATES, type CallState, endingSchema } from '../../lib/receipt/receipt.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { Caller } from '../callers/caller.ts';
import { portal } from '../portal/portal.ts';
import { readVersion } from '../products/compiled-version.ts';
import { findCall } from './find-call.ts';
import { privateJson } from '../http/private-response.ts';
import { signReceipt } from './receipt-key.ts';

export const callParams = z.object({ call_id: z.string().meta({ description: 'Id of the call.' }) });

/** The receipt of a call, made and signed when it is read: making the call costs nothing more for it. */
export async function readReceipt(id: string, principal: Caller): Promise<BufferedResponse> {
  return privateJson(principal, JSON.stringify(await signedReceipt(id, principal)));
}

export async function signedReceipt(id: string, principal: Caller): Promise<JsonObject> {
  const receipt = makeReceipt(await readFacts(await findCall(id, principal)));
  return signReceipt(asJson(receipt), portal().secret);
}

async function readFacts(key: number): Promise<CallFacts> {
  const { database } = portal();
  const call = await database.call.findUniqueOrThrow({
    where: { key },
    include: {
      product: { select: { id: true, slug: true, name: true } },
      version: { select: { number: true, hash: true, template: { select: { id: true } } } },
      purse: { select: { id: true } },
      ending: true,
    },
  });
  const { product, version, purse, ending, id, quoted, charged, startedAt, settledAt, inputHash } = call;
  const { template, charges } = await readVersion(call.versionKey);
  return {
    ...{ id, product, quoted, charged, startedAt, settledAt, inputHash, charges },
    template: { id: version.template.id, version: version.number, hash: version.hash },
    price: template['x-farebox'].price,
    caller: purse.id.startsWith('guest_') ? 'guest' : 'account',
    state: stateName(call.state),
    ending: ending && endingSchema.parse(JSON.parse(ending.ending)),
    entries: charged > 0 ? await readEntries(key) : [],
  };
}

interface EntryRow {
  key: bigint | number;
  kind: string;
  amount: bigint | number;
  at: bigint | number | Date;
}

/** The conditions are those of two indexes, written out as they have them, or these would not be used. */
async function readEntries(callKey: number): Promise<CallFacts['entries']> {
  const rows = await portal().database.$queryRaw<EntryRow[]>`
    SELECT "key", "kind", "amount", "at" FROM "Entry"
     WHERE "callKey" = ${callKey} AND "kind" = 'charge' AND "amount" < 0
    UNION ALL
    SELECT "key", "kind", "amount", "at" FROM "Entry"
     WHERE "callKey" = ${callKey} AND "kind" = 'refund' AND "amount" > 0`;
  return rows.map(({ key, kind, amount, at }) => ({
    id: Number(key),
    kind,
    amount: Number(amount),
    at: at instanceof Date ? at : new Date(Number(at)),
  }));
}

export function stateName(state: number): CallState {
  const name = CALL_STATES[state];
  if (name === undefined) throw new Error(`A call is in state ${state}, which there is not.`);
  return name;
}

/** What JSON makes of it: members that are undefined are gone. */
function asJson(receipt: UnsignedReceipt): JsonObject {
  return JSON.parse(JSON.stringify(receipt)) as JsonObject;
}
