import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse, StreamedResponse } from '../http/response.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { findCaller, type Caller } from '../callers/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { readGivenInput } from '../inputs/given-input.ts';
import { portal } from '../portal/portal.ts';
import { problemResponse } from '../http/problem-response.ts';
import { requireProduct } from '../products/product-info.ts';
import { namesOf } from '../http/request-names.ts';
import { askedCall, beginCall } from './begin-call.ts';
import { newCallId } from './call-id.ts';
import { unchargedHeaders } from '../http/credit-headers.ts';
import { dialCall } from './dial-call.ts';
import { mostBodyBytes } from './earlier-answer.ts';
import type { HeldCall } from './held-call.ts';
import { type CallReport, reportCall } from './report-call.ts';

export const callQuery = z.object({});

/**
 * Quote, hold, dial, settle. Whatever is refused before the hold costs nothing; from the hold on, the call is resolved
 * exactly once, and its answer says what it cost.
 */
export async function callProduct(
  call: Call<z.output<typeof callQuery>>,
): Promise<BufferedResponse | StreamedResponse> {
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
    const { address } = connection;
    const principal = await requireCaller(request, address);
    begun.caller = principal.apiKey?.id ?? 'guest';
    if (principal.setCookie !== null) headers['set-cookie'] = principal.setCookie;
    Object.assign(headers, await portal().rateLimits.takeCall(principal, address));
    const product = await requireProduct(params['api_id'] ?? '');
    begun.slug = product.slug;
    const asked = askedCall(begun.callId, startedMs, principal, product, request);
    const account = principal.kind === 'account' ? principal.purse : undefined;
    const given = await readGivenInput(request, connection, await mostBodyBytes(asked), account);
    const taken = await beginCall(asked, given);
    if ('payload' in taken) return replay(begun, taken, headers);
    const { purse } = principal;
    const accept = request.headers.get('accept');
    return await dialCall(Object.assign(taken, begun, { purse, headers, accept }), connection);
  } catch (error) {
    const answer = problemResponse(error, begun.names, headers);
    const problem = error instanceof Problem ? error.code : 'internal';
    reportUncharged(begun, { outcome: 'not-made', problem, status: answer.status });
    return answer;
  }
}

/** A request whose caller is refused is no call of anybody: it counts as a read, as all other requests do. */
async function requireCaller(request: HttpRequest, address: string): Promise<Caller> {
  try {
    return await findCaller(request, address);
  } catch (error) {
    if (error instanceof Problem) await portal().rateLimits.takeRead(address);
    throw error;
  }
}

/** The part of a call that is known already, for the log. */
interface Begun extends Pick<HeldCall, 'callId' | 'began' | 'caller' | 'names'> {
  slug: string | null;
}

function replay(begun: Begun, answer: BufferedResponse, headers: Record<string, string>): BufferedResponse {
  reportUncharged(begun, { outcome: 'replayed', problem: null, status: answer.status });
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function reportUncharged(
  { callId, caller, began, slug, names }: Begun,
  ended: Pick<CallReport, 'outcome' | 'problem' | 'status'>,
): void {
  reportCall({
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
