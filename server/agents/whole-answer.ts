import type { CallResult } from '../calls/call-request.ts';

export interface WholeAnswer {
  status: number;
  contentType: string;
  body: Buffer;
  /** Whether it is the beginning of a stream that was longer. */
  isCut: boolean;
}

/** What is kept of a stream; the call goes on to its end all the same. */
const mostStreamBytes = 4 * 1024 * 1024;

/** The comment with which the portal closes a stream of events. */
const receiptComment = /\n*: farebox-receipt \{[^\n]*\}\s*$/;

/** The whole of an answer, also of one that is streamed: models read no streams. */
export async function wholeAnswer({ answer }: Pick<CallResult, 'answer'>): Promise<WholeAnswer> {
  const { status, headers } = answer;
  const contentType = headers['content-type'] ?? '';
  if (!('chunks' in answer)) return { status, contentType, body: Buffer.from(answer.payload), isCut: false };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.chunks) {
    bytes += chunk.length;
    if (bytes <= mostStreamBytes) chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const whole = { status, contentType, isCut: bytes > mostStreamBytes };
  if (!contentType.startsWith('text/event-stream')) return { ...whole, body };
  return { ...whole, body: Buffer.from(body.toString().replace(receiptComment, '')) };
}
