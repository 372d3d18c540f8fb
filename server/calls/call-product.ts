import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse, StreamedResponse } from '../http/response.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { identify, type Identity, type Source } from '../http/identify.ts';
import type { Call } from '../http/endpoint.ts';
import { readGivenInput } from '../http/given-input.ts';
import type { Context } from '../portal/context.ts';
import { problemResponse } from '../http/problem-response.ts';
import { requireProduct } from '../products/find-product.ts';
import { namesOf } from '../http/request-names.ts';
import { beginCall } from './begin-call.ts';
import { newCallId } from './call-id.ts';
import { unchargedHeaders } from '../http/credit-headers.ts';
import { dialCall } from './dial-call.ts';
import { mostBodyBytes } from './earlier-answer.ts';
import type { HeldCall } from './held-call.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { type CallReport, reportCall } from './report-call.ts';

export const callQuery = z.object({});

/**
 * Quote, hold, dial, settle. Whatever is refused before the hold costs nothing; from the hold on, the call is resolved
 * exactly once, and its answer says what it cost.
 */
export async function callProduct(
  call: Call<z.output<typeof callQuery>>,
): Promise<BufferedResponse | StreamedResponse> {
  const { context } = call;
  const startedMs = Date.now();
  const begun: Begun = {
    callId: newCallId(startedMs),
    began: performance.now(),
    caller: 'unknown',
    slug: null,
    names: namesOf(call.request.headers),
  };
  // Every answer carries these until there is something to charge for.
  const headers = unchargedHeaders(begun.callId);
  try {
    const { request, connection, params } = call;
    const { caller, setCookie } = await requireCaller(context, request, connection);
    begun.caller = caller.apiKey?.id ?? 'guest';
    if (setCookie !== null) headers['set-cookie'] = setCookie;
    Object.assign(headers, await context.rateLimits.takeCall(caller, connection.network));
    const product = await requireProduct(context, params['api_id'] ?? '');
    begun.slug = product.slug;
    const key = idempotencyKeyOf(request.headers.get('idempotency-key'), caller, product);
    const terms = {
      quote: request.headers.get('farebox-quote'),
      maxCredits: request.headers.get('farebox-max-credits'),
    };
    const asked = { callId: begun.callId, startedMs, caller, product, key, terms };
    const account = caller.kind === 'account' ? caller.purse : undefined;
    const mostBytes = await mostBodyBytes(context, asked, announcedBytes(request));
    const given = await readGivenInput(request, connection, mostBytes, account);
    const taken = await beginCall(context, asked, given);
    if ('payload' in taken) return replay(context, begun, taken, headers);
    const { purse } = caller;
    const accept = request.headers.get('accept');
    return await dialCall(context, Object.assign(taken, begun, { purse, headers, accept }), connection);
  } catch (error) {
    const answer = problemResponse(error, begun.names, headers);
    const problem = error instanceof Problem ? error.code : 'internal';
    reportUncharged(context, begun, { outcome: 'not-made', problem, status: answer.status });
    return answer;
  }
}

/** A request whose caller is refused is no call of anybody: it counts as a read, as all other requests do. */
async function requireCaller(context: Context, request: HttpRequest, source: Source): Promise<Identity> {
  try {
    return await identify(context, request, source);
  } catch (error) {
    if (error instanceof Problem) await context.rateLimits.takeRead(source.network);
    throw error;
  }
}

/** The part of a call that is known already, for the log. */
interface Begun extends Pick<HeldCall, 'callId' | 'began' | 'caller' | 'names'> {
  slug: string | null;
}

function announcedBytes({ headers }: HttpRequest): number | null {
  const announced = headers.get('content-length');
  return announced === null ? null : Number(announced);
}

function replay(
  context: Context,
  begun: Begun,
  answer: BufferedResponse,
  headers: Record<string, string>,
): BufferedResponse {
  reportUncharged(context, begun, { outcome: 'replayed', problem: null, status: answer.status });
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function reportUncharged(
  context: Context,
  { callId, caller, began, slug, names }: Begun,
  ended: Pick<CallReport, 'outcome' | 'problem' | 'status'>,
): void {
  reportCall(context, {
    callId,
    ...names,
    product: slug,
    caller,
    ...ended,
    quoted: null,
    charged: 0,
    aboveQuote: false,
    upstreamStatus: null,
    upstreamMs: null,
    totalMs: performance.now() - began,
  });
}
