import { essence } from '../../../lib/operation/media-type.ts';
import { EventReader } from '../../../lib/reply/event-reader.ts';
import type { Reply, ReplyEnding } from '../../../lib/view/reply/reply-kind.ts';

/** A page holds no more of a reply in memory. */
const mostBytes = 100 * 1024 * 1024;

/**
 * Reads a reply to its end, or to where it breaks off, and keeps what came. Calls `onChange` as data arrives; the
 * signal stops it. Never throws: `complete` and `ending` say how it ended.
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
    // The portal answers 200 where it may not pass the status of the API on.
    status: Number(response.headers.get('farebox-upstream-status') ?? response.status),
    headers: [...response.headers],
    contentType,
    body: null,
    events: events && [...events.events],
    complete: false,
    receivedBytes,
    ...(events?.leftOut === true && { eventsLeftOut: true }),
  });
  const paced = new Throttle(() => onChange(soFar()));
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

/** Null if it was read to its end; otherwise the reason. */
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
    // Any failure of the stream is a lost connection.
    return signal.aborted ? 'stopped' : 'broken';
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Twenty updates a second look smooth and keep the page responsive. */
const intervalMs = 50;

/** Calls at once, then at most once every interval, and always after the last change. */
class Throttle {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(readonly notify: () => void) {}

  tell(): void {
    this.#isDue = true;
    if (this.#timer === undefined) this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    if (!this.#isDue) return this.stop();
    this.#isDue = false;
    this.notify();
    this.#timer = setTimeout(() => this.#run(), intervalMs);
  }
}
