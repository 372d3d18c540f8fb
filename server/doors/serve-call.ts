import { z } from 'zod';
import { Problem, problemCodeOf } from '../../lib/problem/problem.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { newCallId } from '../call-id.ts';
import { suspendedCaller } from '../callers/caller.ts';
import type { Answer, CallClient, CallResult, CallCost } from '../calls/call-request.ts';
import { logUnmadeCall } from '../calls/log-call.ts';
import { makeCall } from '../calls/make-call.ts';
import { reachable } from '../../lib/face/reachable.ts';
import type { Face } from '../../lib/face/face.ts';
import type { Context } from '../context.ts';
import type { UpstreamReply } from '../gateway/upstream-call.ts';
import type { GivenInput } from '../inputs/read-json-object.ts';
import { keyOfQuote, readQuote } from '../inputs/quote.ts';
import { forCaller } from '../callers/find-audience.ts';
import { productAtHand } from '../products/find-product.ts';
import type { RequestNames } from '../log.ts';
import type { KeptAnswer } from '../store/ledger.ts';
import type { ClientConnection, HttpRequest } from '../http/client-connection.ts';
import type { Call } from './endpoint.ts';
import { identify, type Identity } from './identify.ts';
import { requirePayer } from './require-payer.ts';
import { accepts, preferenceApplied, type Preferences, readPreferences } from './preferences.ts';
import { readGivenInput } from '../http/read-request.ts';
import { namesOf } from '../http/arriving-request.ts';
import {
  problemResponse,
  type BufferedResponse,
  readableByAnyPage,
  type StreamedResponse,
} from '../http/response.ts';

/** Replies are shown, never run: their HTML gets no script, no forms and no origin of the portal. */
const replyPolicy = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
};

/** The stored response of a call as a file. */
export function replyFile({ headers, body }: Pick<KeptAnswer, 'headers' | 'body'>): BufferedResponse {
  const payload = Buffer.from(body);
  return {
    status: 200,
    headers: {
      'content-type': headers['content-type'] ?? 'application/octet-stream',
      'content-length': String(payload.length),
      'content-disposition': 'attachment',
      'cache-control': 'no-store, private',
      ...replyPolicy,
      ...readableByAnyPage,
    },
    payload,
  };
}

export const callQuery = z.object({});

/** Makes a call for an HTTP request. */
export async function serveCall(
  call: Call<z.output<typeof callQuery>>,
): Promise<BufferedResponse | StreamedResponse> {
  const { context, request, connection, params } = call;
  const { headers } = request;
  const began = performance.now();
  const names = namesOf(headers);
  const preferences = readPreferences(headers.get('prefer'));
  const slug = params['api_id'] ?? '';
  let identity: Identity;
  try {
    identity = await requireCaller(call);
    const refusing = requirePayer(context, request, identity.caller);
    if (refusing) await refusing;
  } catch (error) {
    const callId = newCallId(Date.now());
    const answer = problemResponse(
      reachable(error, context.face.last),
      names,
      creditHeaders({ callId, charged: 0 }),
    );
    logUnmadeCall(
      context,
      { began, names },
      {
        callId,
        caller: suspendedCaller(error),
        product: productAtHand(context, slug),
        problem: problemCodeOf(error),
        status: answer.status,
        detail: error instanceof Problem ? error.detail : '',
      },
    );
    return answer;
  }
  const quote = headers.get('farebox-quote');
  const result = await makeCall(await forCaller(context, identity.caller), identity.caller, {
    began,
    product: slug,
    idempotencyKey: headers.get('idempotency-key') ?? keyOfSpentQuote(context, quote),
    quote,
    maxCredits: headers.get('farebox-max-credits'),
    isStrict: preferences.handling === 'strict',
    readsOn: false,
    names,
    client: new HttpCallClient(request, connection, names, context.face.last),
  });
  return responseOf(result, preferences, identity.setCookie);
}

/** A quote with a nonce is for one call, also where an agent sends it over HTTP. Others are for any number. */
function keyOfSpentQuote({ secret }: Context, quote: string | null): string | null {
  if (quote === null) return null;
  return readQuote(quote, secret.all)?.nonce === undefined ? null : keyOfQuote(quote);
}

/** A request whose caller is refused is not a call: it counts as a read, as all other requests do. */
async function requireCaller({
  context,
  request,
  connection,
}: Pick<Call<unknown>, 'context' | 'request' | 'connection'>): Promise<Identity> {
  try {
    return await identify(context, request, connection);
  } catch (error) {
    if (error instanceof Problem) await context.rateLimits.takeRead(connection.network);
    throw error;
  }
}

function responseOf(
  { answer, cost, rateFields, isReplayed }: CallResult,
  preferences: Preferences,
  setCookie: string | null,
): BufferedResponse | StreamedResponse {
  // A problem may know better: a limit of bytes, for instance, has fields of its own.
  const headers = Object.assign({}, rateFields, creditHeaders(cost), answer.headers);
  if (setCookie !== null) headers['set-cookie'] = setCookie;
  if (isReplayed) headers['idempotency-replayed'] = 'true';
  Object.assign(answer, { headers });
  const status = preferences.upstreamStatus ? upstreamStatus(answer) : undefined;
  // The call that is repeated was not refused for these fields.
  const wasLenient = preferences.handling === 'strict' && headers['farebox-ignored-fields'] !== undefined;
  const handling = wasLenient ? null : preferences.handling;
  const applied = preferenceApplied({ handling, upstreamStatus: status !== undefined });
  if (applied !== null) headers['preference-applied'] = applied;
  if (status === 204 || status === 205) withoutContent(headers, status);
  if (status !== undefined) Object.assign(answer, { status });
  return answer;
}

/**
 * The status of the API, if it succeeded, and the answer may have it: 204 and 205 have no content, and 206 says which part
 * it is.
 */
function upstreamStatus(answer: BufferedResponse | StreamedResponse): number | undefined {
  const { headers } = answer;
  const status = Number(headers['farebox-upstream-status']);
  if (answer.status !== 200 || !(status >= 200 && status <= 299)) return undefined;
  if (status === 206 && headers['content-range'] === undefined) return undefined;
  const hasContent = 'chunks' in answer || answer.payload.length > 0;
  return (status === 204 || status === 205) && hasContent ? undefined : status;
}

function withoutContent(headers: Record<string, string>, status: 204 | 205): void {
  delete headers['content-type'];
  delete headers['content-length'];
  if (status === 205) headers['content-length'] = '0';
}

/** The client of a call that came by HTTP. */
class HttpCallClient implements CallClient {
  readonly readsWhole = false;
  readonly #request: HttpRequest;
  readonly #connection: ClientConnection;
  readonly #names: RequestNames;
  readonly #face: Face;

  constructor(request: HttpRequest, connection: ClientConnection, names: RequestNames, face: Face) {
    this.#request = request;
    this.#connection = connection;
    this.#names = names;
    this.#face = face;
  }

  get network(): string {
    return this.#connection.network;
  }

  get announcedBytes(): number | null {
    const announced = this.#request.headers.get('content-length');
    return announced === null ? null : Number(announced);
  }

  get gone(): ClientConnection['gone'] {
    return this.#connection.gone;
  }

  readInput(mostBytes: number, account: string | undefined): Promise<GivenInput> {
    return readGivenInput(this.#request, this.#connection, mostBytes, account);
  }

  whenGone(listener: Parameters<ClientConnection['whenGone']>[0]): void {
    this.#connection.whenGone(listener);
  }

  whenOver(listener: () => void): void {
    this.#connection.whenOver(listener);
  }

  /** As the upstream sent it; inside JSON for a client that accepts JSON but not this type. */
  replyAnswer(reply: UpstreamReply, body: Buffer): Answer {
    const headers = replyHeaders(reply);
    const accept = this.#request.headers.get('accept');
    const payload = wantsWrapping(accept, reply.contentType) ? wrapped(reply.contentType, body) : body;
    if (typeof payload === 'string') headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(payload));
    return { status: 200, headers, payload };
  }

  problemAnswer(error: unknown): Answer {
    return problemResponse(reachable(error, this.#face), this.#names);
  }

  streamHead(reply: UpstreamReply): Pick<Answer, 'status' | 'headers'> {
    return { status: 200, headers: replyHeaders(reply) };
  }
}

function wrapped(contentType: string, body: Buffer): string {
  const isText =
    /^text\/|[/+](?:json|xml)$|charset=/.test(contentType) && body.equals(Buffer.from(body.toString()));
  const encoding = isText ? 'utf-8' : 'base64';
  return JSON.stringify({ contentType, encoding, body: body.toString(isText ? 'utf8' : 'base64') });
}

function wantsWrapping(accept: string | null, contentType: string): boolean {
  if (accept === null || accept === '*/*') return false;
  const mediaType = bareMediaType(contentType);
  if (mediaType === '' || isJsonType(mediaType)) return false;
  return !accepts(accept, mediaType) && accepts(accept, 'application/json');
}

const ofEachReply = { ...replyPolicy, ...readableByAnyPage };

function replyHeaders({ status, headers, contentType }: UpstreamReply): Record<string, string> {
  // Spreading several objects into one takes twenty times as long.
  const ours = {
    'content-type': contentType || 'application/octet-stream',
    'farebox-upstream-status': String(status),
    'cache-control': 'no-store',
  };
  return Object.assign({}, headers, ours, ofEachReply);
}

/** The headers of a call that is refused before anything is held. */
export function unchargedHeaders(): Record<string, string> {
  return creditHeaders({ callId: newCallId(Date.now()), charged: 0 });
}

/** Every answer to a call says what the call cost, as far as it is known. */
function creditHeaders({ callId, charged, held, balance }: CallCost): Record<string, string> {
  const headers: Record<string, string> = { 'farebox-call-id': callId };
  if (charged !== undefined) headers['farebox-credits-charged'] = String(charged);
  if (held !== undefined) headers['farebox-credits-held'] = String(held);
  if (balance !== undefined) headers['farebox-credits-balance'] = String(balance);
  return headers;
}
