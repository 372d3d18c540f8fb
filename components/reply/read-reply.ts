import { essence } from '../../lib/operation/media-type.ts';
import { EventReader } from '../../lib/view/reply/event-reader.ts';
import type { Reply, ReplyEnding } from '../../lib/view/reply/reply.ts';
import { Paced } from './paced.ts';

/** A page keeps no more of a reply than this: what is larger is not for a browser's memory. */
const mostBytes = 100 * 1024 * 1024;

/**
 * Reads the reply of a call to its end, or to where it breaks off: what came stays. `onChange` is told of it as it
 * arrives; a signal that is raised stops it. It never throws: how it ended is said by `complete` and `ending`.
 */
export async function readReply(
  response: Response,
  onChange: (reply: Reply) => void,
  signal: AbortSignal,
): Promise<{ reply: Reply; receipt: unknown }> {
  const contentType = response.headers.get('content-type') ?? '';
  const events = essence(contentType) === 'text/event-stream' ? new EventReader() : null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  const soFar = (): Reply => ({
    status: response.status,
    headers: [...response.headers],
    contentType,
    body: null,
    events: events && [...events.events],
    complete: false,
    receivedBytes,
    ...(events?.leftOut === true && { eventsLeftOut: true }),
  });
  const paced = new Paced(() => onChange(soFar()));
  paced.tell();
  const ending = await readThrough(response.body, signal, (chunk) => {
    receivedBytes += chunk.length;
    chunks.push(chunk);
    events?.read(chunk);
    paced.tell();
    return receivedBytes <= mostBytes;
  });
  paced.stop();
  const receipt = ending === null ? (events?.end() ?? null) : null;
  const body = new Blob(chunks, { type: contentType });
  const reply = { ...soFar(), body, ...(ending === null ? { complete: true } : { ending }) };
  onChange(reply);
  return { reply, receipt };
}

/** Null once it was read to its end; otherwise what ended it. */
async function readThrough(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  signal: AbortSignal,
  take: (chunk: Uint8Array<ArrayBuffer>) => boolean,
): Promise<ReplyEnding | null> {
  if (body === null) return null;
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) return 'stopped';
      if (done) return null;
      if (take(value)) continue;
      stop();
      return 'too-large';
    }
  } catch {
    // Whatever a stream fails with, it is the connection: how it ended is the answer, beside all that came.
    return signal.aborted ? 'stopped' : 'broken';
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
