import type { HttpResponse } from '../http/response.ts';

const uncached = { 'cache-control': 'no-store' };
/** A stream of events ends by then. */
export const longestMs = 15 * 60_000;

/** An answer, or a stream of events where it takes longer than `quietMs`: proxies end a connection that is silent. */
export async function callResponse(answer: Promise<object>, quietMs: number): Promise<HttpResponse> {
  const soon = await orNothing(answer, quietMs);
  if (soon === undefined) {
    const headers = { ...uncached, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
    const chunks = events(answer, quietMs);
    return { status: 200, headers, chunks, endsAtMs: performance.now() + longestMs };
  }
  const payload = Buffer.from(JSON.stringify(soon));
  const length = { 'content-length': String(payload.length) };
  return { status: 200, headers: { ...uncached, 'content-type': 'application/json', ...length }, payload };
}

async function* events(answer: Promise<object>, quietMs: number): AsyncGenerator<Uint8Array> {
  for (let soon: object | undefined; soon === undefined; ) {
    yield Buffer.from(': keepalive\n\n');
    soon = await orNothing(answer, quietMs);
    if (soon) yield Buffer.from(`event: message\ndata: ${JSON.stringify(soon)}\n\n`);
  }
}

/** Undefined where it is not there in time. */
function orNothing<Value>(value: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    value.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
