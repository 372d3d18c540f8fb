import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import type { CallState } from '../../../lib/view/playground/call-state.ts';
import { ownerOptions } from '../queries.ts';
import { saveReply } from './saved-replies.ts';
import { wholeInput } from '../input/inputs.ts';

interface Answered {
  slug: string;
  fields: readonly RequestField[];
  input: JsonObject;
  state: CallState;
}

/** Stores the reply of a finished call in this browser. */
export async function saveFinishedCall(
  client: QueryClient,
  { slug, fields, input, state }: Answered,
): Promise<void> {
  if (state.phase !== 'answered') return;
  const { head, run, charged, endedMs, reply } = state;
  const { body, events: _read, ...saved } = reply;
  if (head.callId === null || body === null) return;
  const owner = await client.fetchQuery(ownerOptions()).catch(nobody);
  if (owner === null) return;
  await saveReply({
    callId: head.callId,
    owner,
    slug,
    input: wholeInput(fields, input),
    charged,
    endedMs,
    totalMs: endedMs - run.startedMs,
    status: head.upstreamStatus ?? head.status,
    quoted: run.quoted,
    reply: { ...saved, body },
  });
  await client.invalidateQueries({ queryKey: ['calls', 'saved', slug] });
}

/** Without a known owner, nothing is stored. */
function nobody(_unreachable: Error): null {
  return null;
}
