import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../lib/json/json.ts';
import type { CallState } from '../../lib/view/playground/call-state.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { keepCall } from './kept-calls.ts';
import { ownerOptions } from './owner-options.ts';
import { wholeInput } from './whole-input.ts';

interface Answered {
  slug: string;
  fields: readonly RequestField[];
  input: JsonObject;
  state: CallState;
}

/** Keeps the reply of a call in this browser, once it has ended. */
export async function keepAnswered(
  client: QueryClient,
  { slug, fields, input, state }: Answered,
): Promise<void> {
  if (state.phase !== 'answered') return;
  const { head, run, charged, endedMs, reply } = state;
  const { body, events: _read, ...kept } = reply;
  if (head.callId === null || body === null) return;
  const owner = await client.fetchQuery(ownerOptions()).catch(nobody);
  if (owner === null) return;
  await keepCall({
    ...{ callId: head.callId, owner, slug, input: wholeInput(fields, input), charged, endedMs },
    totalMs: endedMs - run.startedMs,
    status: head.upstreamStatus ?? head.status,
    quoted: run.quoted,
    reply: { ...kept, body },
  });
  await client.invalidateQueries({ queryKey: ['calls', 'kept', slug] });
}

/** Where it cannot be asked whose call it was, its reply is not kept. */
function nobody(_unreachable: Error): null {
  return null;
}
