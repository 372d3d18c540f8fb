import { log } from '../log.ts';
import { atOnce, CredentialFilter } from './credential-filter.ts';
import type { CredentialPattern } from './credential-pattern.ts';
import type { Room, UpstreamReply } from './upstream-reply.ts';
import { inTurns } from './in-turns.ts';

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
