import { log } from '../log.ts';
import { type CredentialPattern, EncodedReader } from './credential-pattern.ts';
import type { Room, UpstreamReply } from './upstream-call.ts';

interface Origin {
  callId: string;
  upstream: string;
}

/** A response with all traces of the operator's credentials removed. */
export class CleanedReply implements UpstreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly contentLength: number | null;
  readonly #reply: UpstreamReply;
  readonly #filter: CredentialFilter;
  readonly #origin: Origin;
  #isReported = false;

  /** `isRead`: the portal parses the body as JSON or text, whatever its type. */
  constructor(
    reply: UpstreamReply,
    patterns: readonly CredentialPattern[],
    { isRead, ...origin }: Origin & { isRead: boolean },
  ) {
    this.#reply = reply;
    this.#origin = origin;
    this.#filter = new CredentialFilter(patterns, isRead || isText(reply.headers['content-type']));
    const headers = new CredentialFilter(patterns, true);
    // All headers together have at most 16 KiB.
    const clean = (text: string) => atOnce(headers.whole(Buffer.from(text, 'latin1'))).toString('latin1');
    this.status = reply.status;
    this.headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, clean(value)]),
    );
    this.contentType = clean(reply.contentType);
    this.contentLength = reply.contentLength;
    this.#report(headers);
  }

  async buffer(mostBytes: number): Promise<Buffer | null> {
    const whole = await this.#reply.buffer(mostBytes);
    if (whole === null) return null;
    const clean = await inTurns(this.#filter.whole(whole));
    this.#report(this.#filter);
    return clean;
  }

  readAhead(room: Room): Promise<boolean> {
    return this.#reply.readAhead(room);
  }

  get body(): AsyncIterable<Buffer> {
    return this;
  }

  abandon(): void {
    this.#reply.abandon();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    for await (const chunk of this.#reply.body) {
      const clean = await inTurns(this.#filter.take(chunk));
      this.#report(this.#filter);
      if (clean.length > 0) yield clean;
    }
    const rest = await inTurns(this.#filter.end());
    this.#report(this.#filter);
    if (rest.length > 0) yield rest;
  }

  /** Logs only the name of the secret, once for each response. */
  #report({ found }: CredentialFilter): void {
    if (found.size === 0 || this.#isReported) return;
    this.#isReported = true;
    log('error', 'credential-echoed', { ...this.#origin, secrets: [...found] });
  }
}

/** A response without a content type may be text. */
function isText(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  return /^\s*text\/|json|xml|yaml|javascript|urlencoded|charset=/i.test(contentType);
}

/** After this time no further slice starts in the same turn of the event loop. */
const turnMs = 5;

interface Job {
  slices: Slices;
  resolve: (cleaned: Buffer) => void;
  reject: (error: unknown) => void;
}

/** Responses that wait for the next turn. Each gets a slice in this order. */
const waiting: Job[] = [];
let spentMs = 0;
let isScheduled = false;

/** Cleans a response. All responses share the time. */
export function inTurns(slices: Slices): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const job = { slices, resolve, reject };
    if (waiting.length === 0 && spentMs < turnMs) advance(job);
    else waiting.push(job);
    scheduleTurn();
  });
}

function scheduleTurn(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(beginTurn);
}

function beginTurn(): void {
  isScheduled = false;
  spentMs = 0;
  while (spentMs < turnMs) {
    const job = waiting.shift();
    if (!job) return;
    advance(job);
  }
  scheduleTurn();
}

function advance(job: Job): void {
  const beganMs = performance.now();
  try {
    const slice = job.slices.next();
    if (slice.done) job.resolve(slice.value);
    else waiting.push(job);
  } catch (error) {
    job.reject(error);
  }
  spentMs += performance.now() - beganMs;
}

/** The replacement for a credential in a response. */
export const credentialMark = '[credential removed]';

/** Yields when other work should run; returns the cleaned bytes. */
type Slices = Generator<void, Buffer>;

const markBytes = Buffer.from(credentialMark);
const nothing = Buffer.alloc(0);

/** After this time, a response with many possible matches yields to others. */
const sliceMs = 5;

/** Steps between two checks of the clock: some tens of microseconds. */
const stepsBetweenLooks = 16 * 1024;

/** Joining more parts at once would take milliseconds. */
const mostParts = 1_000;

/**
 * Removes credentials from a response in chunks. A possible match at the end waits for the next chunk. The methods are
 * generators that yield when other work should run.
 */
export class CredentialFilter {
  readonly #patterns: readonly CredentialPattern[];
  readonly #isText: boolean;
  /** By byte: whether a match may begin with it. This skips nearly every byte of a response. */
  readonly #mayBegin = new Uint8Array(256);
  readonly found = new Set<string>();
  #held: Buffer = nothing;
  /** Steps since the last check of the clock. */
  #steps = 0;
  #sliceEndsAtMs = 0;

  constructor(patterns: readonly CredentialPattern[], isText: boolean) {
    this.#patterns = isText ? patterns : patterns.filter(({ isRaw }) => isRaw);
    this.#isText = isText;
    for (const pattern of this.#patterns)
      for (const byte of pattern.firstBytes(isText)) this.#mayBegin[byte] = 1;
  }

  /** Cleans the bytes that cannot be part of a later match. */
  take(chunk: Buffer): Slices {
    return this.#clean(chunk, false);
  }

  end(): Slices {
    return this.#clean(nothing, true);
  }

  whole(body: Buffer): Slices {
    return this.#clean(body, true);
  }

  *#clean(chunk: Buffer, isLast: boolean): Slices {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = nothing;
    const reader = new EncodedReader(bytes);
    const joined: Buffer[] = [];
    const parts: Buffer[] = [];
    let clean = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#steps + reader.steps > stepsBetweenLooks) yield* this.#lookAtClock(reader);
      const end = this.#mayBegin[bytes[at] ?? 0] === 1 ? this.#match(reader, at, isLast) : 0;
      if (end > 0) {
        parts.push(bytes.subarray(clean, at), markBytes);
        if (parts.length > mostParts) joined.push(Buffer.concat(parts.splice(0)));
        clean = end;
        at = end;
      } else if (end < 0) {
        this.#held = bytes.subarray(at);
        break;
      } else at += 1;
      reader.steps += 1;
    }
    this.#steps += reader.steps;
    const rest = bytes.subarray(clean, at);
    return clean === 0 ? rest : Buffer.concat([...joined, ...parts, rest]);
  }

  *#lookAtClock(reader: EncodedReader): Generator<void, void> {
    reader.steps = 0;
    this.#steps = 0;
    if (performance.now() < this.#sliceEndsAtMs) return;
    if (this.#sliceEndsAtMs > 0) yield;
    this.#sliceEndsAtMs = performance.now() + sliceMs;
  }

  /** While the longest pattern may still match, the others wait. */
  #match(reader: EncodedReader, at: number, isLast: boolean): number {
    const isDecoded = this.#isText && reader.decode(at);
    for (const pattern of this.#patterns) {
      if (isDecoded && !pattern.mayBeginWith(reader)) continue;
      const end = pattern.match(reader, at, this.#isText);
      if (end < 0 && !isLast) return end;
      if (end > 0) {
        this.found.add(pattern.secretName);
        return end;
      }
    }
    return 0;
  }
}

/** Cleans small texts without yielding. */
export function atOnce(slices: Slices): Buffer {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}
