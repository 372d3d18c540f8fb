import { createHash } from 'node:crypto';
import { callOutcome } from '../../lib/call/call-ending.ts';
import { chargeSentence } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { makeEnding } from '../../lib/receipt/receipt.ts';
import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import type { CallAbort } from '../gateway/deadlines.ts';
import { UpstreamFailure } from '../gateway/exchange-failures.ts';
import { ignoredFieldsHeader } from '../inputs/prepare-input.ts';
import type { Release } from '../store/ledger.ts';
import { WriterError } from '../store/writer.ts';
import type { CallClock } from './calls-under-way.ts';
import type { CallClient, PaidAnswer, HeldCall, Answer, CallCost } from './call-request.ts';
import { type StreamingCall, EventUsage, type ReplyHold } from './dial-call.ts';
import { logCall } from './log-call.ts';
import { type ReplyUse, type EndedCall, reckon, settleCall } from './settle-call.ts';
import { storedAnswer } from './earlier-call.ts';

/** Time for reading the end of a reply that took all its time: a hold must not last as long as a client does not read. */
const lastReadMs = 5_000;

/** Sends a reply on as it comes. The call is settled when it ends, breaks off, or the client leaves. */
export function streamCall(
  context: Context,
  held: HeldCall,
  streaming: StreamingCall,
  clock: CallClock,
  abort: CallAbort,
): PaidAnswer {
  const { callId, request, quoted } = held;
  const endsAtMs = performance.now() - clock.elapsedMs + held.version.limits.totalMs + lastReadMs;
  // Before the stream begins: whatever fails here is settled by the caller of this function.
  const head = headOf(request.client, streaming);
  const chunks = new ReplyStream(context, held, streaming, clock, abort).chunks();
  const headers = { ...head.headers, ...ignoredFieldsHeader(held.prepared.ignored) };
  const answer = { ...head, headers, chunks, endsAtMs };
  return { answer, cost: { callId, held: quoted } };
}

function headOf(client: CallClient, { reply, hold }: StreamingCall): ReturnType<CallClient['streamHead']> {
  try {
    return client.streamHead(reply);
  } catch (error) {
    reply.abandon();
    hold?.giveBackAll();
    throw error;
  }
}

interface Ending {
  problem: ProblemCode | null;
  receipt: Promise<JsonObject>;
}

class ReplyStream {
  readonly #context: Context;
  readonly #held: HeldCall;
  readonly #clock: CallClock;
  readonly #abort: CallAbort;
  readonly #client: CallClient;
  readonly #callId: string;
  readonly #hold: ReplyHold | undefined;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #isEvents: boolean;
  readonly #events = new EventUsage();
  readonly #hash = createHash('sha256');
  #bytes = 0;
  /** Set once: the first end of the stream is the end of the call. */
  #ending: Ending | undefined;

  constructor(
    context: Context,
    held: HeldCall,
    { reply, isEvents, hold }: StreamingCall,
    clock: CallClock,
    abort: CallAbort,
  ) {
    const { callId, request } = held;
    this.#context = context;
    this.#held = held;
    this.#clock = clock;
    this.#abort = abort;
    this.#client = request.client;
    this.#callId = callId;
    this.#hold = hold;
    this.#source = reply.body[Symbol.asyncIterator]();
    this.#isEvents = isEvents;
    if (abort.reason === 'portal-stopped') this.#end('portal-stopped');
    else abort.addListener(this);
  }

  /** A stop settles at once: a client that does not read asks for no other chunk. */
  handleEvent(): void {
    if (this.#abort.reason === 'portal-stopped') this.#end('portal-stopped');
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = await this.#next();
        if (chunk === undefined || this.#ending) break;
        yield chunk;
      }
      this.#end(null);
    } catch (error) {
      this.#end(this.#problemOf(error));
      // The upstream may still be working.
      await this.#source.return?.();
    } finally {
      if (this.#ending === undefined) await this.#endUnread();
    }
    const { problem, receipt } = this.#end(null);
    const paid = await receipt;
    if (this.#isEvents) yield Buffer.from(closingOf(problem, paid));
    else if (problem !== null) throw new Error(`The reply broke off: ${problem}.`);
  }

  async #next(): Promise<Uint8Array | undefined> {
    const next = await this.#source.next();
    if (next.done === true) return undefined;
    const { value } = next;
    this.#bytes += value.length;
    this.#hash.update(value);
    if (this.#isEvents && this.#held.version.metered) this.#events.read(value);
    return value;
  }

  #problemOf(error: unknown): ProblemCode {
    if (this.#abort.reason) return this.#abort.reason;
    if (error instanceof UpstreamFailure) return error.code;
    log('error', 'stream-failed', { callId: this.#callId, error: errorText(error) });
    return 'internal';
  }

  /**
   * The iteration was left early. Reads on if the charge table says that usage is charged then; otherwise ends the
   * upstream. If the connection is still open, the client did not leave: the portal failed to write to it.
   */
  async #endUnread(): Promise<void> {
    const problem = this.#abort.reason ?? this.#client.gone ?? 'internal';
    try {
      if (problem === 'client-gone' && this.#held.version.charges.clientGone === 'settled')
        while ((await this.#next()) !== undefined);
      else await this.#source.return?.();
    } catch (error) {
      log('info', 'stream-left', { callId: this.#callId, error: errorText(error) });
    }
    await this.#end(problem).receipt;
  }

  #end(problem: ProblemCode | null): Ending {
    if (this.#ending) return this.#ending;
    const receipt = this.#settle(problem);
    // Nobody may be left to await it. The failure is logged where it happens.
    receipt.catch(() => {});
    this.#ending = { problem, receipt };
    return this.#ending;
  }

  /** If the call cannot be settled, its hold is released, and it costs nothing. */
  async #settle(problem: ProblemCode | null): Promise<JsonObject> {
    try {
      return await this.#settleAs(problem, this.#isEvents ? this.#events.use() : undefined);
    } catch (error) {
      releaseLater(this.#context, this.#held, this.#clock, error, null);
      throw error;
    } finally {
      this.#hold?.giveBackAll();
      this.#context.callsUnderWay.leave(this.#abort);
    }
  }

  async #settleAs(problem: ProblemCode | null, use: ReplyUse | undefined): Promise<JsonObject> {
    const ended: EndedCall = {
      problem,
      phase: 'streaming',
      replyHash: this.#hash.copy().digest('base64url'),
      replyBytes: this.#bytes,
      use,
    };
    const reckoned = reckon(this.#held, ended);
    if (reckoned.unpriced !== undefined)
      log('error', 'stream-unpriced', { callId: this.#callId, reason: reckoned.unpriced });
    const settled = await settleCall(this.#context, this.#held, this.#clock, { ...ended, ...reckoned }, null);
    return {
      callId: this.#callId,
      charged: reckoned.charged,
      quoted: this.#held.quoted,
      balance: settled.balance ?? null,
      receipt: `/api/calls/${this.#callId}`,
    };
  }
}

/** A broken stream of events ends with an event that names the problem. A comment, which clients ignore, is the receipt. */
function closingOf(problem: ProblemCode | null, receipt: JsonObject): string {
  const comment = `: farebox-receipt ${JSON.stringify(receipt)}\n\n`;
  if (problem === null) return comment;
  const charged = Number(receipt['charged']);
  const failure = { type: `/problems/${problem}`, code: problem, charged, detail: chargeSentence(charged) };
  return `\n\nevent: error\ndata: ${JSON.stringify(failure)}\n\n${comment}`;
}

const firstRetryMs = 250;
const slowestRetryMs = 10_000;

/**
 * Releases the hold of a call whose end could not be written, for instance because the disk is full, as soon as it can be
 * written: the caller got no answer and does not pay for one. If the process ends before, the next start does it.
 */
export function releaseLater(
  context: Context,
  held: HeldCall,
  clock: CallClock,
  error: unknown,
  answer: Answer | null,
): void {
  const { callId, prepared, promised } = held;
  log('error', 'call-not-settled', { callId, error: errorText(error) });
  const ending = makeEnding({
    outcome: callOutcome('not-settled', 'settling'),
    problem: 'not-settled',
    upstream: clock.read(),
    replyHash: null,
    replyBytes: 0,
    charge: 'nothing',
    priced: prepared.priced,
    quote: prepared.priced,
    promised,
    requestId: held.request.names.requestId,
  });
  const release = { callKey: held.callKey, nowMs: Date.now(), ending, answer: storedAnswer(held, answer) };
  retryRelease(context, callId, release, firstRetryMs);
  logCall(context, held, clock, {
    outcome: 'not-settled',
    problem: 'not-settled',
    answer,
    charged: 0,
    aboveQuote: false,
    upstreamMs: clock.elapsedMs,
  });
}

function retryRelease(context: Context, callId: string, release: Release, delayMs: number): void {
  const later = (error: unknown) => {
    // The ledger refuses it and will again: nothing is held any more.
    if (error instanceof WriterError && error.code === 'job-failed')
      log('error', 'call-not-settled', { callId, error: errorText(error) });
    else retryRelease(context, callId, release, Math.min(2 * delayMs, slowestRetryMs));
  };
  setTimeout(() => void context.store.ledger.release(release).catch(later), delayMs).unref();
}

/** Names no time to try again: another try would make the call again. */
export function notSettledProblem({ callId }: HeldCall, error: unknown): Problem {
  const cost = isUnknown(error) ? 'Its receipt will say what it cost.' : 'Nothing is charged for it.';
  const detail = `The call was made, but its outcome could not be recorded and its response is lost. ${cost}`;
  return new Problem('not-settled', detail, [], {}, { callId, receipt: `/api/calls/${callId}` });
}

export function notSettledCost({ quoted }: HeldCall, error: unknown): Pick<CallCost, 'charged' | 'held'> {
  return isUnknown(error) ? { held: quoted } : { charged: 0 };
}

/** The end of the call was on its way to the disk, and may be there. */
function isUnknown(error: unknown): boolean {
  return error instanceof WriterError && ['writer-stopped', 'storage-lost'].includes(error.code);
}
