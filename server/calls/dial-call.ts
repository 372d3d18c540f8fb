import { createParser } from 'eventsource-parser';
import { setImmediate } from 'node:timers/promises';
import type { JsonValue } from '../../lib/json/json.ts';
import type { EffectiveLimits } from '../../lib/operation/limits.ts';
import { bareMediaType } from '../../lib/text/media-type.ts';
import type { Context } from '../context.ts';
import type { UpstreamReply, Room } from '../gateway/upstream-call.ts';
import type { CallAbort } from '../gateway/deadlines.ts';
import { UpstreamFailure } from '../gateway/exchange-failures.ts';
import { jsonOf, usageOf } from '../inputs/prepare-input.ts';
import { HeldBytes } from '../limits/waiting-line.ts';
import type { CallClock } from './calls-under-way.ts';
import type { HeldCall } from './call-request.ts';
import { replyUse, type ReplyUse } from './settle-call.ts';
import { storedBytes, storedWholeBytes } from './earlier-call.ts';

export interface RepliedCall {
  kind: 'replied';
  reply: UpstreamReply;
  body: Buffer;
  use: ReplyUse | undefined;
}

export interface FailedCall {
  kind: 'failed';
  error: unknown;
}

export interface StreamingCall {
  kind: 'streaming';
  reply: UpstreamReply;
  isEvents: boolean;
  /** The memory of what was read ahead. */
  hold?: ReplyHold;
}

/** Sends the request of a call whose credits are held, and receives the reply, or its head if it is a stream. */
export async function dialCall(
  context: Context,
  held: HeldCall,
  clock: CallClock,
  abort: CallAbort,
): Promise<RepliedCall | FailedCall | StreamingCall> {
  const { callId, caller, request, version, prepared } = held;
  const { client } = request;
  const { charges, limits, template, metered } = version;
  try {
    // With `settled`, a caller who leaves pays for what is used, so the upstream may finish.
    if (charges.clientGone !== 'settled') client.whenGone((reason) => abort.abort(reason));
    const reply = await context.gateway.dial({
      request: prepared.request,
      secrets: template['x-farebox'].secrets ?? [],
      limits: client.readsWhole ? storable(limits) : limits,
      isRead: metered,
      signal: abort,
      caller: caller.purse,
      callId,
      clock,
    });
    if (isEventStream(reply) && !client.readsWhole) return { kind: 'streaming', reply, isEvents: true };
    const body = await reply.buffer(storedBytes);
    return body === null
      ? await receiveLarge(context, held, reply)
      : await replied(context, held, reply, body);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** A repeated key returns the stored response, so a response that is too large to store fails before it is charged. */
function storable(limits: EffectiveLimits): EffectiveLimits {
  return { ...limits, responseBytes: Math.min(limits.responseBytes, storedWholeBytes) };
}

function isEventStream({ contentType }: UpstreamReply): boolean {
  return bareMediaType(contentType) === 'text/event-stream';
}

async function replied(
  context: Context,
  held: HeldCall,
  reply: UpstreamReply,
  body: Buffer,
): Promise<RepliedCall> {
  const use = held.version.metered ? await useOf(context, held, reply, body) : undefined;
  return { kind: 'replied', reply, body, use };
}

function useOf(
  context: Context,
  held: HeldCall,
  reply: UpstreamReply,
  body: Buffer,
): Promise<ReplyUse | undefined> {
  return isEventStream(reply) ? useOfEvents(body) : replyUse(context, held, body);
}

/**
 * Receives a reply that is too large to be settled before its headers go out. If its length is unknown, it is first read
 * to its end as far as there is memory: if it is over the limit or breaks off, nothing of it has gone out. A metered one
 * is needed whole, and so is one for a client that reads no streams.
 */
async function receiveLarge(
  context: Context,
  held: HeldCall,
  reply: UpstreamReply,
): Promise<RepliedCall | StreamingCall> {
  const { caller, request, version } = held;
  const hold = new ReplyHold(caller.purse);
  const { readsWhole } = request.client;
  let isStreaming = false;
  try {
    if (version.metered || readsWhole) {
      const body = await readWhole(reply, hold, version.limits.responseBytes);
      return await replied(context, held, reply, body);
    }
    // An announced length has been compared with the limit already.
    if (reply.contentLength === null) await reply.readAhead(hold);
    isStreaming = true;
    return { kind: 'streaming', reply, isEvents: false, hold };
  } finally {
    // A stream gives back what it has written.
    if (!isStreaming) request.client.whenOver(() => hold.giveBackAll());
  }
}

async function readWhole(reply: UpstreamReply, hold: ReplyHold, mostBytes: number): Promise<Buffer> {
  const isComplete = await reply.readAhead(hold);
  const body = isComplete ? await reply.buffer(mostBytes) : null;
  if (body !== null) return body;
  reply.abandon();
  const detail = 'Too many large responses at once. This one must be read completely before it is answered.';
  throw new UpstreamFailure('unavailable', 'buffering', detail);
}

/** The budget of all replies that are read ahead. One caller may hold half of it: the largest reply that a template allows. */
const mostHeldBytes = 256 * 1024 * 1024;

const heldBytes = new HeldBytes(mostHeldBytes);

/** The memory that one reply holds until it is written to its caller. */
export class ReplyHold implements Room {
  #bytes = 0;

  constructor(readonly purse: string) {}

  /** False where there is no room for more. */
  take(bytes: number): boolean {
    this.#bytes += bytes;
    return heldBytes.take(this.purse, bytes);
  }

  giveBack(bytes: number): void {
    const counted = Math.min(bytes, this.#bytes);
    heldBytes.giveBack(this.purse, counted);
    this.#bytes -= counted;
  }

  giveBackAll(): void {
    this.giveBack(this.#bytes);
  }
}

/** Longer events pass, but are not parsed. */
const longestEvent = 1024 * 1024;

/** Parsing this much takes about a millisecond. */
const sliceBytes = 256 * 1024;

/** The usage in a stream of events that was read whole. Other calls have their turn between two slices. */
async function useOfEvents(body: Buffer): Promise<ReplyUse | undefined> {
  const events = new EventUsage();
  for (let at = 0; at < body.length; at += sliceBytes) {
    if (at > 0) await setImmediate();
    events.read(body.subarray(at, at + sliceBytes));
  }
  return events.use();
}

/** Reads the usage from a stream of events that passes by: the last event with a `usage` counts. */
export class EventUsage {
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    maxBufferSize: longestEvent,
    onError: ({ type }) => {
      this.#isOverfull ||= type === 'max-buffer-size-exceeded';
    },
    onEvent: ({ data }) => {
      if (!data.includes('"usage"')) return;
      const response = jsonOf(data);
      const usage = usageOf(response);
      if (usage !== undefined && usage !== null) this.#use = { response, usage };
    },
  });
  #use: { response: JsonValue | undefined; usage: JsonValue | undefined } | undefined;

  #isOverfull = false;

  read(chunk: Uint8Array): void {
    // The parser throws until it is reset.
    if (this.#isOverfull) this.#parser.reset();
    this.#isOverfull = false;
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
  }

  use(): ReplyUse | undefined {
    return this.#use;
  }
}
