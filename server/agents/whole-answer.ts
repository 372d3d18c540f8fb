import type { CallResult } from '../calls/call-request.ts';

export interface WholeAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

/** The answer to a call whose client reads no streams. */
export function wholeAnswer({ answer }: Pick<CallResult, 'answer'>): WholeAnswer {
  if ('chunks' in answer) throw new Error('A call of an agent was answered with a stream.');
  const { status, headers, payload } = answer;
  return { status, contentType: headers['content-type'] ?? '', body: Buffer.from(payload) };
}
