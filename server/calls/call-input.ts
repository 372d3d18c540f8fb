import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Prepared } from '../answer.ts';
import type { Principal } from '../callers/principal.ts';
import { portal } from '../portal.ts';
import { writeChange } from '../writer/write-change.ts';
import { findOwnCall } from './find-call.ts';
import { preparePrivate } from './prepare-private.ts';

/** What the owner of a call sent with it, as long as it is kept: files by their hash alone. */
export async function readCallInput(id: string, principal: Principal): Promise<Prepared> {
  return preparePrivate(principal, await readInput(id, principal));
}

export async function keptInputOf(id: string, principal: Principal): Promise<JsonObject> {
  return jsonObjectOf(await readInput(id, principal));
}

async function readInput(id: string, principal: Principal): Promise<string> {
  const callKey = await findOwnCall(id, principal);
  const kept = await portal().database.callInput.findUnique({ where: { callKey } });
  if (!kept) throw new Problem('not-found', 'The input of this call is not stored.');
  return kept.input;
}

/** An input is an object, and was written by `JSON.stringify`. */
function jsonObjectOf(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

/** Gone for good once it is answered; the receipt keeps its hash. What is gone already is gone, too. */
export async function deleteCallInput(id: string, principal: Principal): Promise<Prepared> {
  const callKey = await findOwnCall(id, principal);
  await writeChange('forget-input', { callKey });
  return { status: 204, headers: { 'cache-control': 'no-store, private' }, payload: '' };
}
