import type { KeptAnswer } from '../store/ledger.ts';
import { type BufferedResponse, readableByAnyPage } from './response.ts';
import { replyPolicy } from './reply-policy.ts';

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
