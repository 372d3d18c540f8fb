import type { Context } from '../portal/context.ts';
import { hash } from 'node:crypto';
import { callOutcome } from '../../lib/call/call-ending.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { UpstreamReply } from '../gateway/upstream-reply.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import type { KeptAnswer } from '../store/ledger.ts';
import { accepts, bareMediaType, isJsonType } from '../http/accepts.ts';
import type { CallClock } from './call-clock.ts';
import type { HeldCall } from './held-call.ts';
import { replyHeaders } from '../http/reply-headers.ts';
import { replyUse } from './reply-use.ts';
import { reckon, settleCall } from './settle-call.ts';

/** Settles a call whose reply is at hand, and then answers with it. */
export async function answerBuffered(
  context: Context,
  held: HeldCall,
  reply: UpstreamReply,
  body: Buffer,
  clock: CallClock,
): Promise<BufferedResponse> {
  const use = held.version.metered ? await replyUse(context, held, body) : undefined;
  const outcome = callOutcome(null, 'settling');
  const reckoned = reckon(held, outcome, use);
  if (reckoned.unpriced !== undefined) throw unreadable(reckoned.unpriced);
  const answer = inAcceptedForm(held, reply, body);
  const event = {
    outcome,
    status: 200,
    clock,
    replyHash: hash('sha256', body, 'base64url'),
    replyBytes: body.length,
    ...(use && { use }),
    answer: keptAnswer(answer),
  };
  const credits = await settleCall(context, held, event, reckoned);
  return {
    status: answer.status,
    headers: Object.assign({}, answer.headers, held.headers, credits),
    payload: answer.payload,
  };
}

/** Past this an answer is not kept to be sent again. */
const keptBytes = 1024 * 1024;

export function keptAnswer({ status, headers, payload }: BufferedResponse): KeptAnswer | null {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  return body.length > keptBytes ? null : { status, headers, body };
}

/** As the upstream sent it; inside JSON for a client that takes JSON and not what this is. */
function inAcceptedForm({ accept }: HeldCall, reply: UpstreamReply, body: Buffer): BufferedResponse {
  const { contentType } = reply;
  const headers = replyHeaders(reply);
  if (!wantsWrapping(accept, contentType)) {
    headers['content-length'] = String(body.length);
    return { status: 200, headers, payload: body };
  }
  const isText =
    /^text\/|[/+](?:json|xml)$|charset=/.test(contentType) && body.equals(Buffer.from(body.toString()));
  const encoding = isText ? 'utf-8' : 'base64';
  const wrapped = JSON.stringify({ contentType, encoding, body: body.toString(isText ? 'utf8' : 'base64') });
  headers['content-type'] = 'application/json';
  headers['content-length'] = String(Buffer.byteLength(wrapped));
  return { status: 200, headers, payload: wrapped };
}

/** Where the client admits JSON, but not the type of this reply. */
function wantsWrapping(accept: string | null, contentType: string): boolean {
  if (accept === null || accept === '*/*') return false;
  const mediaType = bareMediaType(contentType);
  if (mediaType === '' || isJsonType(mediaType)) return false;
  return !accepts(accept, mediaType) && accepts(accept, 'application/json');
}

function unreadable(reason: string): UpstreamFailure {
  return new UpstreamFailure(
    'upstream-unreadable',
    'buffering',
    'The API did not report its usage, which the price of this product depends on.',
    { cause: `the price could not be settled: ${reason}` },
  );
}
