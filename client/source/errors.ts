import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';

/** A part of the request that is at fault. */
export interface Fault {
  /** A JSON pointer into the input. */
  pointer?: string;
  /** A parameter of the address. */
  parameter?: string;
  detail: string;
}

/** The portal refused the request, or the call failed: its Problem Details (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** For programs. Newer portals may have others. */
  readonly code: ProblemCode | (string & {});
  readonly status: number;
  /** For people. The message has the first faults besides, and the words of the API, where it refused. */
  readonly detail: string;
  readonly faults: readonly Fault[];
  /** Null if no call was made. */
  readonly callId: string | null;
  /** What the call cost. Null if it is not known yet. */
  readonly charged: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The whole document, such as `required` and `balance` of `insufficient-credits`, or `upstream`. */
  readonly document: JsonObject;

  constructor(document: JsonObject, status: number, headers: Headers) {
    const { code, detail, title, errors, requestId, callId, charged } = document;
    const said = textOf(detail) ?? textOf(title) ?? `The portal answered ${status}.`;
    const faults = Array.isArray(errors) ? errors.flatMap(faultOf) : [];
    super(inWordsOfOptions(said) + faultWords(faults, said) + wordsOf(document['upstream']));
    this.code = textOf(code) ?? 'unknown';
    this.status = status;
    this.detail = said;
    this.faults = faults;
    this.callId = textOf(callId) ?? headers.get('farebox-call-id');
    this.charged = typeof charged === 'number' ? charged : numberOf(headers.get('farebox-credits-charged'));
    this.requestId = textOf(requestId) ?? null;
    this.retryAfterSeconds = numberOf(headers.get('retry-after'));
    this.document = document;
  }
}

/** No whole answer of the portal came. A call may have been made: repeat it under the same `idempotencyKey`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    message: string,
    /** Of the call whose answer was lost. Null if the request was no call. */
    readonly idempotencyKey: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Something answered at the address, and it is no portal. */
export class NoPortalError extends Error {
  override readonly name = 'NoPortalError';
}

/** `stream()` for a product or an input without a stream, or `call()` for one with a stream. Nothing was sent. */
export class StreamError extends TypeError {
  override readonly name = 'StreamError';
}

/** So many are in a message. */
export const mostTold = 3;

function faultWords(faults: Fault[], said: string): string {
  return faults
    .slice(0, mostTold)
    .filter(({ detail }) => !said.includes(detail))
    .map((fault) => ` ${faultText(fault)}`)
    .join('');
}

/** As a sentence. */
export function faultText({ pointer, parameter, detail }: Fault): string {
  return `${pointer ?? parameter ?? 'The input'}: ${detail}${/[.?!]$/.test(detail) ? '' : '.'}`;
}

/** What is a header over HTTP is an option here. */
function inWordsOfOptions(text: string): string {
  return text
    .replaceAll('Farebox-Max-Credits', 'maxCredits')
    .replaceAll('Farebox-Quote', 'quote')
    .replaceAll('Idempotency-Key', 'idempotencyKey');
}

const longestWords = 500;

/** What the API said in its answer. */
function wordsOf(upstream: JsonValue | undefined): string {
  if (!isJsonObject(upstream)) return '';
  const { body } = upstream;
  const said = saidIn(body) ?? (body === undefined || body === null ? '' : JSON.stringify(body));
  if (said.trim() === '') return '';
  return ` The API said: ${said.length > longestWords ? `${said.slice(0, longestWords)}…` : said}`;
}

/** The text, or the member in which most APIs say what is wrong. */
function saidIn(body: JsonValue | undefined): string | undefined {
  if (typeof body === 'string') return body;
  if (!isJsonObject(body)) return undefined;
  const members = [body['detail'], body['message'], body['error_description'], body['error'], body['title']];
  for (const member of members) {
    const said = isJsonObject(member) ? textOf(member['message']) : textOf(member);
    if (said) return said;
  }
  return undefined;
}

export function numberOf(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function faultOf(value: JsonValue): Fault[] {
  if (!isJsonObject(value)) return [];
  const { pointer, parameter, detail } = value;
  return [
    {
      ...(typeof pointer === 'string' && { pointer }),
      ...(typeof parameter === 'string' && { parameter }),
      detail: textOf(detail) ?? '',
    },
  ];
}
