import { createParser } from 'eventsource-parser';
import { isJsonObject, type JsonValue } from '../../lib/json/json.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { numberOf, ConnectionError, ProblemError } from './errors.ts';
import { jsonOrUndefined } from './portal.ts';

/** The reply of an API, and what it cost. */
export interface Reply<Data = unknown> {
  /** JSON as a value, text as a string, everything else as bytes. */
  data: Data;
  contentType: string;
  callId: string;
  /** Null for a reply that is too large to be settled before it is sent: `wait(callId)` says it. */
  charged: number | null;
  /** The credits that are left. */
  balance: number | null;
  /** The status of the API: any of 200 to 299. */
  upstreamStatus: number | null;
  /** Whether it is the stored answer of an earlier attempt. */
  isReplayed: boolean;
  idempotencyKey: string;
}

export function replyOf<Data>(response: Response, bytes: Uint8Array, idempotencyKey: string): Reply<Data> {
  const { headers } = response;
  const contentType = headers.get('content-type') ?? '';
  return {
    data: asData(dataOf(contentType, bytes)),
    contentType,
    callId: headers.get('farebox-call-id') ?? '',
    charged: numberOf(headers.get('farebox-credits-charged')),
    balance: numberOf(headers.get('farebox-credits-balance')),
    upstreamStatus: numberOf(headers.get('farebox-upstream-status')),
    isReplayed: headers.get('idempotency-replayed') === 'true',
    idempotencyKey,
  };
}

function dataOf(contentType: string, bytes: Uint8Array): unknown {
  const mediaType = bareMediaType(contentType);
  if (isJsonType(mediaType)) {
    const text = new TextDecoder().decode(bytes);
    // An API that says JSON and sends something else is shown as it is.
    return jsonOrUndefined(text) ?? text;
  }
  const isText = mediaType.startsWith('text/') || mediaType.endsWith('xml');
  return isText ? decoded(bytes, contentType) : bytes;
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    // A charset that no browser knows.
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}

/** Guaranteed by whoever wrote the types of the product: the API's reply is shown as it is. */
function asData<Data>(value: unknown): Data {
  return value as Data;
}

/** An event of a stream. */
export interface StreamEvent<Json = unknown> {
  /** `message` if the API gave it no other name. */
  event: string;
  data: string;
  /** The data as a value, if it is JSON. */
  json?: Json;
  id?: string;
}

/** What a stream cost, once it has ended. */
export interface StreamCost {
  charged: number;
  quoted: number;
  balance: number | null;
}

/**
 * A reply while it comes, event by event. A reply that is no stream of events comes as one. Leaving the loop early ends
 * the call, which may cost something: the charge table of the product says it.
 */
export class ReplyStream<Json = unknown> implements AsyncIterable<StreamEvent<Json>> {
  readonly callId: string;
  readonly contentType: string;
  readonly idempotencyKey: string;
  /** The most that it can cost. Null if it was settled already. */
  readonly held: number | null;
  /** Null until the stream has ended, and if it broke off. */
  cost: StreamCost | null = null;
  readonly #response: Response;
  readonly #signal: AbortSignal | undefined;

  /** Use `Farebox.stream`. */
  constructor(response: Response, idempotencyKey: string, signal: AbortSignal | undefined) {
    const { headers } = response;
    this.callId = headers.get('farebox-call-id') ?? '';
    this.contentType = headers.get('content-type') ?? '';
    this.idempotencyKey = idempotencyKey;
    this.held = numberOf(headers.get('farebox-credits-held'));
    this.#response = response;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent<Json>, void, undefined> {
    const isEvents = bareMediaType(this.contentType) === 'text/event-stream';
    for await (const event of isEvents ? this.#events() : this.#whole()) yield withJson<Json>(event);
  }

  async *#events(): AsyncGenerator<StreamEvent, void, undefined> {
    const reader = new EventReader();
    for await (const text of this.#texts()) yield* reader.read(text);
    yield* reader.read('\n');
    const { failure, cost } = reader;
    this.cost = costOf(cost);
    if (failure) throw this.#problem(failure);
    if (this.cost === null) throw new ConnectionError('The stream ended early.', this.idempotencyKey);
  }

  async *#whole(): AsyncGenerator<StreamEvent, void, undefined> {
    let data = '';
    for await (const text of this.#texts()) data += text;
    const charged = numberOf(this.#response.headers.get('farebox-credits-charged'));
    const balance = numberOf(this.#response.headers.get('farebox-credits-balance'));
    if (charged !== null) this.cost = { charged, quoted: charged, balance };
    yield { event: 'message', data };
  }

  async *#texts(): AsyncGenerator<string, void, undefined> {
    const reader = this.#response.body?.getReader();
    if (!reader) return;
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await this.#chunk(reader);
        if (done) break;
        yield decoder.decode(value, { stream: true });
      }
      yield decoder.decode();
    } finally {
      await reader.cancel().catch(ignoreBroken);
    }
  }

  async #chunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
    try {
      return await reader.read();
    } catch (cause) {
      this.#signal?.throwIfAborted();
      throw new ConnectionError('The connection ended in the middle of the stream.', this.idempotencyKey, {
        cause,
      });
    }
  }

  #problem(failure: StreamEvent): ProblemError {
    const document = jsonOrUndefined(failure.data);
    return new ProblemError(isJsonObject(document) ? document : {}, 200, this.#response.headers);
  }
}

function withJson<Json>(event: StreamEvent): StreamEvent<Json> {
  const { json: _none, ...read } = event;
  const json = jsonOrUndefined(event.data);
  return json === undefined ? read : { ...read, json: asKnown<Json>(json) };
}

/** Guaranteed by whoever wrote the types of the product. */
function asKnown<Json>(value: JsonValue): Json {
  return value as Json;
}

/** A stream that broke has said so. */
function ignoreBroken(): void {}

/** Takes texts apart into events, and keeps what the portal writes after the last one. */
class EventReader {
  /** The event of the portal that says why the stream broke off. */
  failure: StreamEvent | undefined;
  /** The JSON of its closing comment. The API can write such comments, too: the very last one counts. */
  cost: JsonValue | undefined;
  #events: StreamEvent[] = [];
  readonly #parser = createParser({
    onEvent: ({ event = 'message', data, id }) => {
      this.#release();
      this.cost = undefined;
      const next = id === undefined ? { event, data } : { event, data, id };
      if (isFailure(next)) this.failure = next;
      else this.#events.push(next);
    },
    onComment: (comment) => {
      const json = /^ ?farebox-receipt (\{.*\})$/.exec(comment)?.[1];
      this.cost = json === undefined ? undefined : jsonOrUndefined(json);
    },
  });

  *read(text: string): Generator<StreamEvent, void, undefined> {
    this.#parser.feed(text);
    const events = this.#events;
    this.#events = [];
    yield* events;
  }

  /** What looked like the end was an event of the API. */
  #release(): void {
    if (this.failure) this.#events.push(this.failure);
    this.failure = undefined;
  }
}

function isFailure({ event, data }: StreamEvent): boolean {
  const document = event === 'error' ? jsonOrUndefined(data) : undefined;
  if (!isJsonObject(document)) return false;
  const { type, code } = document;
  return typeof code === 'string' && type === `/problems/${code}`;
}

function costOf(value: JsonValue | undefined): StreamCost | null {
  if (!isJsonObject(value)) return null;
  const { charged, quoted, balance } = value;
  if (typeof charged !== 'number' || typeof quoted !== 'number') return null;
  return { charged, quoted, balance: typeof balance === 'number' ? balance : null };
}
