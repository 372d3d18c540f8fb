import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { Caller } from '../callers/caller.ts';
import { portal } from '../portal/portal.ts';
import { writeChange } from '../store/write-change.ts';
import { findOwnCall } from './find-call.ts';
import { privateJson } from '../http/private-response.ts';

/** What the owner of a call sent with it, as long as it is kept: files by their hash alone. */
export async function readCallInput(id: string, principal: Caller): Promise<BufferedResponse> {
  return privateJson(principal, await readInput(id, principal));
}

export async function keptInputOf(id: string, principal: Caller): Promise<JsonObject> {
  return jsonObjectOf(await readInput(id, principal));
}

async function readInput(id: string, principal: Caller): Promise<string> {
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
export async function deleteCallInput(id: string, principal: Caller): Promise<BufferedResponse> {
  const callKey = await findOwnCall(id, principal);
  await writeChange('forget-input', { callKey });
  return { status: 204, headers: { 'cache-control': 'no-store, private' }, payload: '' };
}
