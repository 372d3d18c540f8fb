import type { Dispatcher } from 'undici';
import type { CallPhase } from '../../lib/call/call-ending.ts';
import type { EffectiveLimits } from '../../lib/operation/limits.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { ConnectFailure, EgressBlocked } from './connector.ts';
import type { CredentialPattern } from './credential-pattern.ts';
import type { Deadlines, Timed } from './deadlines.ts';
import { aborted, busy, codeOf, connectFailure, slowedWords } from './exchange-failures.ts';
import type { Room, UpstreamReply } from './upstream-reply.ts';
import type { UpstreamCall } from './upstream-call.ts';
import { type ReplyHead, readReplyHead } from './reply-head.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { Waiting, WaitingLine } from '../limits/waiting-line.ts';

/** A caller who hears nothing for longer does better to try again. */
const waitMs = 2_000;

/** So much is read ahead of the reader of a stream. */
const aheadBytes = 64 * 1024;

/** A compressed answer may be this much longer than what it holds, and no more. */
const compressionSlack = 64 * 1024;

/** Says what the upstream failed to do in time. */
const lateWords = {
  waiting: '',
  connecting: 'could not be connected to',
  asked: 'did not begin to answer',
  reading: 'did not go on with its answer',
  done: '',
};

/** What each state of an exchange is to its call. Whatever fails once all has come is met while it is read. */
const callPhases = {
  waiting: 'before-dial',
  connecting: 'dialling',
  asked: 'awaiting-head',
  reading: 'buffering',
  done: 'buffering',
} as const satisfies Record<keyof typeof lateWords, CallPhase>;

/** What all exchanges of a gateway have in common; per call there is no function made. */
export interface ExchangeHost {
  deadlines: Deadlines;
  /** The head of the answer has come. */
  onHead(exchange: Exchange): void;
  /** It ended before. */
  onFailure(exchange: Exchange, failure: UpstreamFailure): void;
  onEnd(): void;
}

/** Shared by all calls of one upstream. */
export interface UpstreamHealth {
  /** By the clock that only runs forward: when it last answered, and not with a failure of its own. */
  answeredAtMs: number;
}

export interface ExchangePlan {
  host: ExchangeHost;
  pool: Dispatcher;
  line: WaitingLine;
  upstream: UpstreamHealth;
  options: Dispatcher.DispatchOptions;
  call: UpstreamCall;
  /** The texts that the reply must not show. */
  sent: readonly CredentialPattern[];
  resolve: (reply: UpstreamReply | Promise<never>) => void;
  reject: (failure: UpstreamFailure) => void;
}

/**
 * One request and its answer: undici's handler, the reader's side of the answer, and the deadlines of both in one
 * object, since there is one for every call. It waits for its turn, connects, asks, reads, and is done.
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
    this.fail(busy('others are before you'));
  }

  /** The call is ended before its reply is complete. */
  handleEvent(): void {
    const reason = this.plan.call.signal?.reason;
    if (reason) this.fail(aborted(reason, this.#callPhase));
  }

  onTick(nowMs: number): void {
    if (nowMs >= this.#endsAtMs) return this.fail(this.#late('did not answer in time', 'totalMs'));
    if (nowMs < this.#deadlineMs) return;
    if (this.#phase === 'waiting') this.fail(busy(this.#reasonToWait()));
    else this.fail(this.#late(lateWords[this.#phase], this.#limitOfPhase()));
  }

  /** Ends the exchange: whoever waits for the head or the answer gets the failure. */
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

  /** Ends an exchange whose answer is not wanted any more. */
  abandon(): void {
    this.fail(new UpstreamFailure('client-gone', this.#callPhase, 'The response was no longer needed.'));
  }

  // What undici says

  onConnect(abort: (error?: Error) => void): void {
    // It may have failed while its connection was being made; nothing is sent then.
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
    // The limit is for replies that are passed on; the status of a failure says how the call ends.
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
    // While it is paused it is the reader who takes his time: then only the whole call has an end.
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
      // A kept connection ended before a byte of this request was written to it.
      this.#isRetried = true;
      this.plan.pool.dispatch(this.plan.options, this);
      return;
    }
    const detail =
      this.#phase === 'reading'
        ? 'The API behind this product broke off its answer.'
        : 'The API behind this product ended the connection without an answer.';
    const cause = `${code}: ${error.message}`;
    // undici did not take the request, so it was not sent, whatever the phase is.
    if (code === 'UND_ERR_INVALID_ARG')
      return this.fail(new UpstreamFailure('upstream-failed', 'before-dial', detail, { cause }));
    this.fail(this.failure('upstream-failed', detail, cause));
  }

  get #callPhase(): CallPhase {
    return callPhases[this.#phase];
  }

  // What the reader of the answer sees

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

  /** The whole answer, where it is at most this long; null where it is longer, and nothing of it is lost. */
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

  /** The answer as it comes. */
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

  /** A failure of this exchange, in its phase of now. */
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
    return this.plan.line.isSlowed(this.caller) ? slowedWords : 'the calls before you take long';
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
