import { Cache } from '../cache.ts';
import type { BufferedResponse } from './response.ts';

const keptBytes = 64 * 1024 * 1024;

/**
 * Most pages of a large catalogue are asked for once. Their bytes lie outside of V8's heap: keeping each and letting it
 * go again would bring a collection of the whole heap several times a second. So a response is kept when it is made for
 * the second time.
 */
export function makeResponseCache(keep: boolean): Cache<string, BufferedResponse> {
  return new Cache<string, BufferedResponse>(
    {
      bytes: keptBytes,
      bytesOf: ({ payload }) => payload.length + 1024,
      fromSecondAsk: inBytes,
    },
    keep,
  );
}

function inBytes(response: BufferedResponse): BufferedResponse {
  return { ...response, payload: Buffer.from(response.payload) };
}
