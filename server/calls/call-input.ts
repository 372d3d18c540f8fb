import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { JsonText } from '../json-text.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { findOwnCall } from './find-call.ts';

/** What the owner of a call sent with it, as long as it is kept: files by their hash alone. */
export async function readCallInput(
  context: Context,
  caller: Caller,
  id: string,
): Promise<JsonText<JsonObject>> {
  const text = await context.store.calls.readInput(await findOwnCall(context, caller, id));
  if (text === undefined) throw new Problem('not-found', 'The input of this call is not stored.');
  return new JsonText(text, (json) => (isJsonObject(json) ? json : {}));
}

/** Deletes the input for good; the receipt keeps its hash. An input that is gone already is no error. */
export async function deleteCallInput(context: Context, caller: Caller, id: string): Promise<void> {
  const callKey = await findOwnCall(context, caller, id);
  await writeChange(context, 'forget-input', { callKey });
}
