import { isJsonObject, type JsonValue } from '../../json/json.ts';

/** What the headers of a response say about the call; null where they say nothing. */
export interface CallHead {
  status: number;
  callId: string | null;
  /** The cost; null until it is settled. */
  charged: number | null;
  balance: number | null;
  upstreamStatus: number | null;
  /** Whether it replays the response of an earlier attempt. */
  replayed: boolean;
}

/** An error response, for people. */
export interface CallProblem extends CallHead {
  code: string;
  title: string;
  detail: string;
  faults: { pointer: string; detail: string }[];
  required: number | null;
  /** Where credits are bought. */
  creditsUrl: string | undefined;
  /** The response of the API if it was an error, with its body where that is shown. */
  upstream: { status: number; body?: JsonValue } | null;
}

interface Headers {
  get(name: string): string | null;
}

export function callHead(status: number, headers: Headers): CallHead {
  return {
    status,
    callId: headers.get('farebox-call-id'),
    charged: wholeNumber(headers.get('farebox-credits-charged')),
    balance: wholeNumber(headers.get('farebox-credits-balance')),
    upstreamStatus: wholeNumber(headers.get('farebox-upstream-status')),
    replayed: headers.get('idempotency-replayed') === 'true',
  };
}

/** The part of `lib/problem/problem-document.ts` that is shown. */
interface PortalProblem {
  title: string;
  detail: string;
  code: string;
  errors?: { pointer?: string; detail: string }[];
  required?: unknown;
  creditsUrl?: string;
  upstream?: unknown;
}

/** Only the portal writes all of these. */
function isOfPortal(body: unknown): body is PortalProblem {
  const texts = ['type', 'title', 'detail', 'code', 'requestId'];
  return isJsonObject(body) && texts.every((name) => typeof body[name] === 'string');
}

/** Undefined if the response is not the portal's: something in between failed, and the call may have been made. */
export function callProblem(head: CallHead, body: unknown): CallProblem | undefined {
  if (!isOfPortal(body)) return undefined;
  const { code, title, detail, errors = [], required, creditsUrl, upstream } = body;
  return {
    ...head,
    code,
    title,
    detail,
    faults: errors.flatMap(({ pointer, detail: fault }) =>
      pointer === undefined ? [] : [{ pointer, detail: fault }],
    ),
    required: typeof required === 'number' ? required : null,
    creditsUrl,
    upstream: answerOf(upstream),
  };
}

/** Whether a refused call is in the history with a receipt: credits were held for it. */
export function wasMade(code: string): boolean {
  return /^(?:upstream-.*|egress-blocked|client-gone|not-settled|portal-stopped|outcome-unknown|replay-unavailable)$/.test(
    code,
  );
}

export function retryAfterMs(headers: Headers): number | null {
  const seconds = wholeNumber(headers.get('retry-after'));
  return seconds === null ? null : seconds * 1_000;
}

function answerOf(upstream: unknown): CallProblem['upstream'] {
  if (!isJsonObject(upstream) || typeof upstream['status'] !== 'number') return null;
  const { status, body } = upstream;
  return { status, ...(body !== undefined && { body }) };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The cost of a stream from its closing comment; null without one. */
export function chargeOfReceipt(receipt: unknown): number | null {
  if (!isJsonObject(receipt)) return null;
  const { charged } = receipt;
  return typeof charged === 'number' && Number.isSafeInteger(charged) && charged >= 0 ? charged : null;
}
