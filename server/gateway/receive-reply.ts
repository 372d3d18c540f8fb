import { countOf } from '../../lib/text/count-text.ts';
import { CleanedReply } from './cleaned-reply.ts';
import { DecodedReply } from './decoded-reply.ts';
import type { Exchange, ExchangePlan } from './exchange.ts';
import { retryAfterSeconds } from './exchange-failures.ts';
import type { UpstreamReply } from './upstream-reply.ts';
import { type UpstreamAnswer, UpstreamFailure } from './upstream-failure.ts';

/** Limit for the body of an error response: enough for a list of faults. */
const failureBytes = 64 * 1024;

/** The status says most about a failure, so its body gets only this time. */
const failureBodyMs = 1_000;

/** Limit for an upstream's Retry-After. */
const mostRetryAfterSeconds = 3_600;

/** A successful response, or a failure according to its status. */
export function receiveReply(exchange: Exchange): UpstreamReply | Promise<never> {
  const { status, encoding } = exchange.head;
  const { call, sent } = exchange.plan;
  const decoded = encoding === '' ? exchange : new DecodedReply(exchange, call.limits.responseBytes);
  const reply = sent.length === 0 ? decoded : cleaned(decoded, exchange.plan);
  if (status < 300) return reply;
  if (status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429)
    return reject(reply);
  if (status === 429 || status >= 500) return failWithBody(reply, exchange.head.retryAfter);
  exchange.abandon();
  const answer = status < 400 ? { status, contentType: '', body: null } : undefined;
  return Promise.reject(statusFailure(status, '', answer));
}

function statusFailure(
  status: number,
  retryAfter: string,
  answer: UpstreamAnswer | undefined,
): UpstreamFailure {
  const particulars = { status, cause: `The upstream answered ${status}.`, ...(answer && { answer }) };
  if (status < 400) {
    const detail = 'The API returned a redirect, which is not followed.';
    return new UpstreamFailure('upstream-redirect', 'awaiting-head', detail, particulars);
  }
  if (status === 401 || status === 403) {
    const detail = 'The API refuses the credential of this portal.';
    return new UpstreamFailure('upstream-auth', 'awaiting-head', detail, particulars);
  }
  if (status === 429) {
    const seconds = retrySeconds(retryAfter);
    const detail = `The API is busy. Try again in ${countOf(seconds, 'second')}.`;
    const headers = { 'retry-after': String(seconds) };
    return new UpstreamFailure('upstream-busy', 'awaiting-head', detail, { ...particulars, headers });
  }
  const detail = 'The API failed.';
  return new UpstreamFailure('upstream-failed', 'awaiting-head', detail, particulars);
}

function retrySeconds(retryAfter: string): number {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  if (!(seconds >= 1)) return retryAfterSeconds;
  return Math.min(seconds, mostRetryAfterSeconds);
}

/** An API may quote the request, and the caller sees the quote. */
function cleaned(reply: UpstreamReply, { call, sent }: ExchangePlan): UpstreamReply {
  const { origin } = new URL(call.request.url);
  const isRead = reply.status >= 300 || call.isRead === true;
  return new CleanedReply(reply, sent, { callId: call.callId, upstream: origin, isRead });
}

async function reject(reply: UpstreamReply): Promise<never> {
  const { status } = reply;
  const answer = await answerOf(reply);
  const detail = `The API rejected the request with status ${status}.`;
  throw new UpstreamFailure('upstream-rejected', 'buffering', detail, { status, answer });
}

async function failWithBody(reply: UpstreamReply, retryAfter: string): Promise<never> {
  throw statusFailure(reply.status, retryAfter, await answerOf(reply));
}

/** The status decides how the call ends, even if the body cannot be read. */
async function answerOf(reply: UpstreamReply): Promise<UpstreamAnswer> {
  const { status, contentType } = reply;
  const timer = setTimeout(() => reply.abandon(), failureBodyMs);
  const body = await reply.buffer(failureBytes).catch(nothingMore);
  clearTimeout(timer);
  if (body === null) reply.abandon();
  return { status, contentType, body };
}

function nothingMore(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}
