import { Pool } from 'undici';
import { type Caller, productSlug } from './crash-data.ts';
import type { PlannedCall } from './planned-call.ts';

/** One answer, whole. */
export interface CallAnswer {
  status: number;
  body: string;
  callId: string;
  charged: number;
  replayed: boolean;
  /** Of a problem, also of one in which a stream ends. */
  code: string;
}

/**
 * Makes one attempt; `broken` where the connection broke before the answer was whole, `left` where the client hung up,
 * `silent` where no answer came.
 */
export type CallPortal = (
  caller: Caller,
  call: PlannedCall,
  hangsUpAfterMs: number | null,
) => Promise<CallAnswer | 'broken' | 'left' | 'silent'>;

/** Generous, for a machine that is busy: past it nobody is going to answer. */
const answerLimitMs = 120_000;

/** Any other request: of people, and of an operator. */
export interface Question {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: object;
}

export interface Reply {
  status: number;
  text: string;
  /** The cookie of a session, where one begins. */
  cookie: string | undefined;
}

export type AskPortal = (question: Question) => Promise<Reply | 'broken' | 'silent'>;

export interface PortalClient {
  call: CallPortal;
  ask: AskPortal;
  close(): Promise<void>;
}

/** The connections of all clients to one address, whatever process listens there at the time. */
export function openPortalClient(url: string, connections: number): PortalClient {
  const pool = new Pool(url, {
    connections,
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
    connect: { timeout: answerLimitMs },
  });
  return {
    async call({ apiKey }, { key, most }, hangsUpAfterMs) {
      try {
        const { statusCode, headers, body } = await pool.request({
          method: 'POST',
          signal: hangsUpAfterMs === null ? null : AbortSignal.timeout(hangsUpAfterMs),
          path: `/api/product/developer/call/${productSlug}`,
          headers: {
            'content-type': 'application/json',
            'idempotency-key': key,
            ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify({ call: key, most }),
        });
        return answerOf(statusCode, headers, await body.text());
      } catch (error) {
        if (isOwnDoing(error)) return 'left';
        return lostOf(error);
      }
    },
    async ask({ method, path, headers, body: sent }) {
      try {
        const {
          statusCode,
          headers: received,
          body,
        } = await pool.request({
          ...{ method, path },
          headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
          ...(sent && { body: JSON.stringify(sent) }),
        });
        const cookie = [received['set-cookie']].flat()[0]?.split(';', 1)[0];
        return { status: statusCode, text: await body.text(), cookie };
      } catch (error) {
        return lostOf(error);
      }
    },
    close: () => pool.destroy(),
  };
}

function lostOf(error: unknown): 'broken' | 'silent' {
  if (hasCode(error, brokenCodes)) return 'broken';
  if (hasCode(error, silentCodes)) return 'silent';
  throw error;
}

function answerOf(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): CallAnswer {
  const receipt = /\n\n: farebox-receipt (.*)\n\n$/.exec(body)?.[1];
  const isProblem = headers['content-type'] === 'application/problem+json';
  const failure = /\n\nevent: error\ndata: (.*)\n\n/.exec(body)?.[1];
  const problem = isProblem ? JSON.parse(body) : failure ? JSON.parse(failure) : {};
  return {
    status,
    body,
    // A refusal is a request of its own; the call that it is about stands inside.
    callId: String(problem.callId ?? headers['farebox-call-id'] ?? ''),
    charged: receipt ? JSON.parse(receipt).charged : Number(headers['farebox-credits-charged'] ?? Number.NaN),
    replayed: headers['idempotency-replayed'] === 'true',
    code: String(problem.code ?? ''),
  };
}

/** As a client sees a server that is gone: refused, reset, or cut in the middle of an answer. */
const brokenCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];
const silentCodes = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function isOwnDoing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
