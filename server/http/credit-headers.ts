import { newCallId } from '../calls/call-id.ts';
import type { CallCost } from '../calls/call-request.ts';

/** The headers of a call that is refused before anything is held. */
export function unchargedHeaders(): Record<string, string> {
  return creditHeaders({ callId: newCallId(Date.now()), charged: 0 });
}

/** Every answer to a call says what the call cost, as far as it is known. */
export function creditHeaders({ callId, charged, held, balance }: CallCost): Record<string, string> {
  const headers: Record<string, string> = { 'farebox-call-id': callId };
  if (charged !== undefined) headers['farebox-credits-charged'] = String(charged);
  if (held !== undefined) headers['farebox-credits-held'] = String(held);
  if (balance !== undefined) headers['farebox-credits-balance'] = String(balance);
  return headers;
}
