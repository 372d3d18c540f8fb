import type { Dispatcher } from 'undici';
import type { CallPhase } from '../../lib/call/call-ending.ts';
import type { EffectiveLimits } from '../../lib/operation/limits.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { codeOf, ConnectFailure, EgressBlocked } from './connector.ts';
import type { CredentialPattern } from './credential-pattern.ts';
import type { Deadlines, Timed } from './deadlines.ts';
import { aborted, busy, connectFailure, slowedWords, UpstreamFailure } from './exchange-failures.ts';
import {
  type Room,
  type UpstreamReply,
  type UpstreamCall,
  type ReplyHead,
  readReplyHead,
} from './upstream-call.ts';
import type { Waiting, WaitingLine } from '../limits/waiting-line.ts';

/** Waiting longer is worse for a caller than a retry. */
const waitMs = 2_000;

/** Bytes that are read ahead of the reader of a stream. */
const aheadBytes = 64 * 1024;

/** A compressed response may exceed its decoded size by at most this much. */
const compressionSlack = 64 * 1024;

const lateWords = {
  waiting: '',
  connecting: 'did not accept a connection',
  asked: 'did not begin its response',
  reading: 'did not continue its response',
  done: '',
};

/** The call phase for each state of an exchange. Once the response is complete, failures occur while it is read. */
const callPhases = {
  waiting: 'before-dial',
  connecting: 'dialling',
  asked: 'awaiting-head',
  reading: 'buffering',
  done: 'buffering',
} as const satisfies Record<keyof typeof lateWords, CallPhase>;

/** Shared by all exchanges of a gateway, so that no functions are created for each call. */
export interface ExchangeHost {
  deadlines: Deadlines;
  /** The response head has arrived. */
  onHead(exchange: Exchange): void;
  /** It failed before the response head. */
  onFailure(exchange: Exchange, failure: UpstreamFailure): void;
  onEnd(): void;
}

export interface UpstreamHealth {
  /** The last response that was not a failure of the upstream, by the monotonic clock. */
  answeredAtMs: number;
}

export interface ExchangePlan {
  host: ExchangeHost;
  pool: Dispatcher;
  line: WaitingLine;
  upstream: UpstreamHealth;
  options: Dispatcher.DispatchOptions;
  call: UpstreamCall;
  /** The texts that the response must not show. */
  sent: readonly CredentialPattern[];
  resolve: (reply: UpstreamReply | Promise<never>) => void;
  reject: (failure: UpstreamFailure) => void;
}

/**
 * A request and its response: undici's handler, the reader's side of the response, and the deadlines of both. They are
 * a single object, because every call creates one. States: waits for its turn, connects, sends, reads, done.
 */
export class Exchange implements Dispatcher.DispatchHandler, Timed, Waiting {
  readonly caller: string;
  place = -1;
  head: ReplyHead = { status: 0, headers: {}, contentType: '', encoding: '', length: null, retryAfter: '' };
  #phase: keyof typeof lateWords = 'waiting';
  readonly #limits: EffectiveLimits;
  readonly #endsAtMs: number;
  #deadlineMs: number;
  #abort: ((error?: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #isRetried = false;
  #isPaused = false;
  #isComplete = false;
  #isAnswered = false;
  #failure: UpstreamFailure | undefined;
  #chunks: Buffer[] = [];
  #queuedBytes = 0;
  #receivedBytes = 0;
  #wantedBytes = aheadBytes;
  #wake: (() => void) | undefined;
  #room: Room | undefined;

  constructor(readonly plan: ExchangePlan) {
    const now = performance.now();
    this.#limits = plan.call.limits;
    this.caller = plan.call.caller;
    this.#endsAtMs = now + this.#limits.totalMs;
    this.#deadlineMs = now + waitMs;
  }

  begin(): void {
    const { line, host, call } = this.plan;
    if (call.signal?.reason) return this.fail(aborted(call.signal.reason, 'before-dial'));
    call.signal?.addListener(this);
    host.deadlines.watch(this);
    if (!line.enter(this)) this.fail(busy('too many calls are waiting for it already'));
  }

  onTurn(): void {
    this.#phase = 'connecting';
    this.plan.call.clock?.dialled();
    this.#deadlineMs = performance.now() + this.#limits.connectMs;
    this.plan.pool.dispatch(this.plan.options, this);
  }

  onPushedOut(): void {
    this.fail(busy('other calls are before yours'));
  }

  /** Called when the call is ended before its response is complete. */
  handleEvent(): void {
    const reason = this.plan.call.signal?.reason;
    if (reason) this.fail(aborted(reason, this.#callPhase));
  }

  onTick(nowMs: number): void {
    if (nowMs >= this.#endsAtMs) return this.fail(this.#late('did not complete its response', 'totalMs'));
    if (nowMs < this.#deadlineMs) return;
    if (this.#phase === 'waiting') this.fail(busy(this.#reasonToWait()));
    else this.fail(this.#late(lateWords[this.#phase], this.#limitOfPhase()));
  }

  /** Ends the exchange. Readers of the head or body get the failure. */
  fail(failure: UpstreamFailure): void {
    if (this.#phase === 'done') return;
    const wasWaiting = this.#phase === 'waiting';
    this.#failure = failure;
    if (wasWaiting) this.plan.line.giveUp(this);
    this.#end(!wasWaiting);
    this.#abort?.(failure);
    if (this.#isAnswered) this.#wakeReader();
    else this.plan.host.onFailure(this, failure);
  }

  /** Ends an exchange whose response is no longer needed. */
  abandon(): void {
    this.fail(new UpstreamFailure('client-gone', this.#callPhase, 'The response was no longer needed.'));
  }

  // Events from undici

  onConnect(abort: (error?: Error) => void): void {
    // It may have failed while connecting. Then nothing is sent.
    if (this.#phase === 'done') return abort();
    this.#abort = abort;
    this.#phase = 'asked';
    this.#deadlineMs = performance.now() + this.#limits.firstByteMs;
  }

  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void): boolean {
    if (status < 200) return true;
    this.#resume = resume;
    this.#phase = 'reading';
    this.#deadlineMs = performance.now() + this.#limits.idleMs;
    this.plan.call.clock?.answered(status);
    this.head = readReplyHead(status, rawHeaders);
    // The limit applies to responses that are passed on. For failures, the status decides how the call ends.
    if (status < 300 && (this.head.length ?? 0) > this.#mostBytes()) this.fail(this.tooLarge());
    else {
      this.#isAnswered = true;
      this.plan.host.onHead(this);
    }
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > this.#mostBytes()) {
      this.fail(this.tooLarge());
      return true;
    }
    this.#chunks.push(chunk);
    this.#queuedBytes += chunk.length;
    this.#isPaused = this.#queuedBytes > this.#wantedBytes;
    // While it is paused, the reader is slow, not the upstream. Then only the total limit applies.
    this.#deadlineMs = this.#isPaused ? Number.POSITIVE_INFINITY : performance.now() + this.#limits.idleMs;
    this.#wakeReader();
    return !this.#isPaused;
  }

  onComplete(): void {
    if (this.#phase === 'done') return;
    this.#isComplete = true;
    this.#end(true);
    this.#wakeReader();
  }

  onError(error: Error): void {
    if (this.#phase === 'done') return;
    const code = codeOf(error);
    if (error instanceof ConnectFailure) return this.fail(connectFailure(error.cause));
    if (error instanceof EgressBlocked) return this.fail(connectFailure(error));
    if (this.#phase === 'connecting' && !this.#isRetried && code !== 'UND_ERR_INVALID_ARG') {
      // A reused connection closed before any byte of this request was written.
      this.#isRetried = true;
      this.plan.pool.dispatch(this.plan.options, this);
      return;
    }
    const detail =
      this.#phase === 'reading'
        ? 'The API closed the connection before its response was complete.'
        : 'The API closed the connection without a response.';
    const cause = `${code}: ${error.message}`;
    // undici rejected the request, so it was not sent, whatever the phase.
    if (code === 'UND_ERR_INVALID_ARG')
      return this.fail(new UpstreamFailure('upstream-failed', 'before-dial', detail, { cause }));
    this.fail(this.failure('upstream-failed', detail, cause));
  }

  get #callPhase(): CallPhase {
    return callPhases[this.#phase];
  }

  // Reading the response

  get status(): number {
    return this.head.status;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.head.headers;
  }

  get contentType(): string {
    return this.head.contentType;
  }

  get contentLength(): number | null {
    return this.head.length;
  }

  get body(): AsyncIterable<Buffer> {
    return this;
  }

  /** The whole body if it has at most this length, else null, and nothing of it is lost. */
  buffer(mostBytes: number): Promise<Buffer | null> {
    if (this.#isComplete) return Promise.resolve(this.#queuedBytes > mostBytes ? null : this.#takeAll());
    if ((this.head.length ?? 0) > mostBytes) return Promise.resolve(null);
    return this.#bufferRest(mostBytes);
  }

  async #bufferRest(mostBytes: number): Promise<Buffer | null> {
    this.#wantedBytes = mostBytes;
    this.#resumeReading();
    while (!this.#isComplete && this.#queuedBytes <= mostBytes) {
      if (this.#failure) throw this.#failure;
      await this.#woken();
    }
    this.#wantedBytes = aheadBytes;
    return this.#queuedBytes > mostBytes ? null : this.#takeAll();
  }

  async readAhead(room: Room): Promise<boolean> {
    this.#room = room;
    this.#wantedBytes = Number.POSITIVE_INFINITY;
    this.#resumeReading();
    for (let counted = 0; ; ) {
      if (this.#failure) throw this.#failure;
      const hasRoom = room.take(this.#queuedBytes - counted);
      counted = this.#queuedBytes;
      if (this.#isComplete || !hasRoom) break;
      await this.#woken();
    }
    this.#wantedBytes = aheadBytes;
    return this.#isComplete;
  }

  /** The body as it arrives. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) {
          this.#queuedBytes -= chunk.length;
          this.#resumeReading();
          yield chunk;
          this.#room?.giveBack(chunk.length);
        } else if (this.#failure) throw this.#failure;
        else if (this.#isComplete) return;
        else await this.#woken();
      }
    } finally {
      this.abandon();
    }
  }

  /** A failure in the current phase of this exchange. */
  failure(code: ProblemCode, detail: string, cause = ''): UpstreamFailure {
    const { status } = this.head;
    return new UpstreamFailure(code, this.#callPhase, detail, {
      cause,
      ...(status !== 0 && { status }),
    });
  }

  tooLarge(): UpstreamFailure {
    const { responseBytes } = this.#limits;
    const detail = `The response of the API exceeds the limit of ${responseBytes} bytes.`;
    return this.failure('upstream-too-large', detail);
  }

  #reasonToWait(): string {
    return this.plan.line.isSlowed(this.caller) ? slowedWords : 'the calls before yours are slow';
  }

  #late(words: string, limit: keyof EffectiveLimits): UpstreamFailure {
    const detail = `The API ${words} within ${this.#limits[limit]} ms.`;
    return this.failure('upstream-timeout', detail, limit);
  }

  #limitOfPhase(): 'connectMs' | 'firstByteMs' | 'idleMs' {
    if (this.#phase === 'connecting') return 'connectMs';
    return this.#phase === 'asked' ? 'firstByteMs' : 'idleMs';
  }

  #mostBytes(): number {
    return this.#limits.responseBytes + (this.head.encoding === '' ? 0 : compressionSlack);
  }

  #takeAll(): Buffer {
    const [only] = this.#chunks;
    const whole = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#queuedBytes = 0;
    return whole;
  }

  #resumeReading(): void {
    if (!this.#isPaused || this.#queuedBytes > this.#wantedBytes || this.#phase === 'done') return;
    this.#isPaused = false;
    this.#deadlineMs = performance.now() + this.#limits.idleMs;
    this.#resume?.();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #end(hadTurn: boolean): void {
    const { line, host, call } = this.plan;
    this.#phase = 'done';
    host.deadlines.forget(this);
    call.signal?.removeListener(this);
    if (hadTurn) line.leave(this);
    host.onEnd();
  }
}
