import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import { JsonText } from '../json-text.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { findOwnCall } from './find-call.ts';

/** The stored input of a call, for its owner. Files are stored as their hash. */
export async function readCallInput(
  context: Context,
  caller: Caller,
  id: string,
): Promise<JsonText<JsonObject>> {
  const text = await context.store.calls.readInput(await findOwnCall(context, caller, id));
  if (text === undefined) throw new Problem('not-found', 'The input of this call is not stored.');
  return new JsonText(text, (json) => (isJsonObject(json) ? json : {}));
}

/** Deletes the stored input; the receipt keeps its hash. Deleting it twice is not an error. */
export async function deleteCallInput(context: Context, caller: Caller, id: string): Promise<void> {
  requireRole(caller, 'call');
  const callKey = await findOwnCall(context, caller, id);
  await writeChange(context, 'forget-input', { callKey });
}
