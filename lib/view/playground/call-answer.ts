import * as z from 'zod/mini';
import { isJsonObject, type JsonValue } from '../../json/json.ts';

/** What the headers of an answer say of the call. Null is what they do not say. */
export interface CallHead {
  status: number;
  callId: string | null;
  /** What it cost; null while it is not settled. */
  charged: number | null;
  balance: number | null;
  upstreamStatus: number | null;
  /** The answer of an earlier try under the same key. */
  replayed: boolean;
}

/** A refusal as it is read to a person. */
export interface CallProblem extends CallHead {
  code: string;
  title: string;
  detail: string;
  faults: { pointer: string; detail: string }[];
  required: number | null;
  /** What the API answered where that was no success; its body where that is shown. */
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

/**
 * `lib/problem/problem-document.ts` in what tells the portal's from others' and is read to a person, in the small edition of
 * zod, as all that the playground loads.
 */
const told = z.object({
  type: z.string(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(z.looseObject({ pointer: z.optional(z.string()), detail: z.string() }))),
  required: z.optional(z.unknown()),
  upstream: z.optional(z.unknown()),
});

/** Undefined where the answer is not the portal's: something on the way failed, and the call may have been made. */
export function callProblem(head: CallHead, body: unknown): CallProblem | undefined {
  const read = told.safeParse(body);
  if (!read.success) return undefined;
  const { code, title, detail, errors = [], required, upstream } = read.data;
  return {
    ...head,
    code,
    title,
    detail,
    faults: errors.flatMap(({ pointer, detail: fault }) =>
      pointer === undefined ? [] : [{ pointer, detail: fault }],
    ),
    required: typeof required === 'number' ? required : null,
    upstream: answerOf(upstream),
  };
}

/** Whether a call that was refused is in the history, with a receipt: its credits were held, and it was let through. */
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
