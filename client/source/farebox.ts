import { isJsonObject, type JsonObject, jsonText } from '../../lib/json/json.ts';
import type { CallList, Credits, ListedCall } from './account.ts';
import { ConnectionError, StreamError } from './errors.ts';
import { jsonInput } from './input.ts';
import { pause, persist } from './persist.ts';
import { Portal } from './portal.ts';
import type { SearchResult, DataOf, EventOf, InputOf, Product, Quote } from './products.ts';
import type { Receipt } from './receipt.ts';
import { type Reply, replyOf, ReplyStream } from './reply.ts';
import { type Verification, verifyReceipt } from './verification.ts';

export interface FareboxOptions {
  /** The address of the portal, such as `https://portal.example`. */
  url: string;
  /** An API key (`fb_…`). Without one, calls are made as a guest. */
  key?: string | undefined;
  /** How often a request is repeated whose answer was lost. Default: 5. */
  retries?: number | undefined;
  /** The `maxCredits` of calls that have none of their own. */
  maxCredits?: number | undefined;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

export interface CallOptions extends RequestOptions {
  /** The call is refused if it could cost more. */
  maxCredits?: number | undefined;
  /** The call costs no more than this quote, or is refused. */
  quote?: Quote | string | undefined;
  /**
   * One call has one key: repeated, it gets the first answer and is charged once. Default: a new key. Give one that you
   * have stored to be safe even if your program ends in the middle of the call.
   */
  idempotencyKey?: string | undefined;
}

export interface SearchOptions extends RequestOptions {
  page?: number | undefined;
  /** At most 100. */
  pageSize?: number | undefined;
  /** Slugs of tags. */
  tags?: readonly string[] | undefined;
  sort?: 'name' | '-created' | 'price' | '-price' | 'popular' | undefined;
}

export interface CallListOptions extends RequestOptions {
  page?: number | undefined;
  /** At most 100. */
  pageSize?: number | undefined;
  /** A slug or an id. */
  product?: string | undefined;
  state?: ListedCall['state'] | undefined;
  /** Times in ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
}

const defaultRetries = 5;
const firstPauseMs = 200;
const longestPauseMs = 5_000;

const longestPage = 100;

/** How a product is asked for a stream. */
interface Streaming {
  streams: boolean;
  /** By the field `stream` of its input. */
  byField: boolean;
}

/** A client of a Farebox portal. */
export class Farebox {
  readonly #portal: Portal;
  readonly #retries: number;
  readonly #maxCredits: number | undefined;
  readonly #streaming = new Map<string, Streaming>();
  #keys: string[] | undefined;

  constructor({ url, key, retries = defaultRetries, maxCredits, ...others }: FareboxOptions) {
    refuseUnknown(others);
    // An unset variable is often an empty text.
    this.#portal = new Portal(url, key || undefined);
    this.#retries = retries;
    this.#maxCredits = maxCredits;
  }

  /** Products of the catalogue, best first. */
  async search(text: string, options: SearchOptions = {}): Promise<SearchResult> {
    const { page, pageSize, tags = [], sort, signal } = options;
    const query = new URLSearchParams({ view: 'card' });
    for (const [name, value] of Object.entries({ q: text || undefined, page, pageSize, sort }))
      if (value !== undefined) query.set(name, String(value));
    for (const tag of tags) query.append('tag', tag);
    return asSearchResult(await this.#read(`/api/product/list?${query}`, signal));
  }

  /** The input fields of a product, and its reply. */
  playground(product: Product, { signal }: RequestOptions = {}): Promise<JsonObject> {
    return this.#read(`/api/product/playground?${new URLSearchParams({ id: product })}`, signal);
  }

  /** What a call costs at most. Nothing is called or charged. */
  async quote<Name extends Product>(
    product: Name,
    input: InputOf<Name>,
    { signal }: RequestOptions = {},
  ): Promise<Quote> {
    const body = jsonText(await jsonInput(input));
    const path = `/api/product/credits/required/${encodeURIComponent(product)}?detail=full`;
    return asQuote(
      await this.#persist(() => this.#portal.json(path, { method: 'POST', body, signal }), signal),
    );
  }

  /**
   * Calls a product, and is charged once: a request whose answer is lost is repeated under one Idempotency-Key. Throws
   * a `ProblemError` if the portal refuses or the call fails, and a `ConnectionError` if no answer comes at all.
   */
  async call<Name extends Product>(
    product: Name,
    input: InputOf<Name>,
    options: CallOptions = {},
  ): Promise<Reply<DataOf<Name>>> {
    const { signal } = options;
    if (asksForStream(input) && (await this.#streamingOf(product, signal)).streams)
      throw new StreamError(
        `call() takes a whole reply, and the input asks for a stream. Use stream(), or leave out "stream".`,
      );
    return this.#once(product, input, options, async (send, idempotencyKey) => {
      const response = await send();
      const bytes = await this.#portal.read(response, signal, (whole) => whole.arrayBuffer());
      return replyOf<DataOf<Name>>(response, new Uint8Array(bytes), idempotencyKey);
    });
  }

  /** Calls a product whose reply comes as a stream of events. Refuses others before anything is sent. */
  async stream<Name extends Product>(
    product: Name,
    input: InputOf<Name>,
    options: CallOptions = {},
  ): Promise<ReplyStream<EventOf<Name>>> {
    const { streams, byField } = await this.#streamingOf(product, options.signal);
    if (!streams) throw new StreamError(`${product} has no streams. Use call().`);
    if (byField && !asksForStream(input))
      throw new StreamError(`${product} answers with a stream if its input has "stream": true.`);
    return this.#once(
      product,
      input,
      options,
      async (send, idempotencyKey) =>
        new ReplyStream<EventOf<Name>>(await send(), idempotencyKey, options.signal),
    );
  }

  /** The credits that are left, what changed them, and what was used. */
  async credits({ signal }: RequestOptions = {}): Promise<Credits> {
    return asCredits(await this.#read('/api/credits', signal));
  }

  /** A page of the own calls, newest first. */
  async calls({ signal, ...filter }: CallListOptions = {}): Promise<CallList> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter))
      if (value !== undefined) query.set(name, String(value));
    return asCallList(await this.#read(`/api/calls?${query}`, signal));
  }

  /** All own calls, newest first, page by page. A call that moves to the next page meanwhile comes once. */
  async *allCalls(options: Omit<CallListOptions, 'page'> = {}): AsyncGenerator<ListedCall, void, undefined> {
    const { pageSize = longestPage } = options;
    const seen = new Set<string>();
    for (let page = 1; ; page += 1) {
      const { list } = await this.calls({ ...options, page, pageSize });
      for (const call of list) {
        if (!seen.has(call.id)) yield call;
        seen.add(call.id);
      }
      if (list.length < pageSize) return;
    }
  }

  /** The receipt of a call, which may still be running. */
  async receipt(callId: string, { signal }: RequestOptions = {}): Promise<Receipt> {
    return asReceipt(await this.#read(`/api/calls/${encodeURIComponent(callId)}`, signal));
  }

  /** The receipt of a call, once it has ended. */
  async wait(callId: string, { signal }: RequestOptions = {}): Promise<Receipt> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      const receipt = await this.receipt(callId, { signal });
      if (receipt.state !== 'dispatched') return receipt;
      await pause(pauseMs, signal);
    }
  }

  /** The public keys with which the portal signs receipts. Keep them to verify receipts without the portal. */
  async receiptKeys({ signal }: RequestOptions = {}): Promise<string[]> {
    const { publicKey, otherKeys } = await this.#read('/api/receipt-key', signal);
    const others = Array.isArray(otherKeys) ? otherKeys : [];
    return [publicKey, ...others].filter((key) => typeof key === 'string');
  }

  /** Recomputes a receipt here, and checks that this portal signed it. Asks the portal for its keys, once. */
  async verify(receipt: Receipt | JsonObject, { signal }: RequestOptions = {}): Promise<Verification> {
    const verification = await verifyReceipt(receipt, this.#keys ?? []);
    if (verification.signature.isTrusted) return verification;
    this.#keys = await this.receiptKeys({ signal });
    return verifyReceipt(receipt, this.#keys);
  }

  /** One call in as many attempts as it takes. */
  async #once<Name extends Product, Result>(
    product: Name,
    input: InputOf<Name>,
    options: CallOptions,
    attempt: (send: () => Promise<Response>, idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> {
    const { maxCredits = this.#maxCredits, quote, idempotencyKey = newKey(), signal, ...others } = options;
    refuseUnknown(others);
    const signed = typeof quote === 'object' ? quote.quote : quote;
    if (quote !== undefined && signed === undefined)
      throw new TypeError('The quote is unsigned, because its input has missing or invalid fields.');
    const body = jsonText(await jsonInput(input));
    const headers = {
      'idempotency-key': idempotencyKey,
      prefer: 'handling=strict, upstream-status',
      ...(maxCredits !== undefined && { 'farebox-max-credits': String(maxCredits) }),
      ...(signed !== undefined && { 'farebox-quote': signed }),
    };
    const path = `/api/product/developer/call/${encodeURIComponent(product)}`;
    const send = () => this.#portal.call(path, { method: 'POST', headers, body, signal });
    try {
      return await this.#persist(() => attempt(send, idempotencyKey), signal);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      throw new ConnectionError(error.message, idempotencyKey, { cause: error.cause });
    }
  }

  async #streamingOf(product: Product, signal: AbortSignal | undefined): Promise<Streaming> {
    const known = this.#streaming.get(product);
    if (known) return known;
    const { request, response } = await this.playground(product, { signal });
    const fields = Array.isArray(request) ? request.filter(isJsonObject) : [];
    const streams = isJsonObject(response) && response['streams'] === true;
    const byField = fields.some(({ name, type }) => name === 'stream' && type === 'boolean');
    this.#streaming.set(product, { streams, byField });
    return { streams, byField };
  }

  #read(path: string, signal: AbortSignal | undefined): Promise<JsonObject> {
    return this.#persist(() => this.#portal.json(path, { signal }), signal);
  }

  #persist<Result>(attempt: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    return persist(attempt, { retries: this.#retries, signal });
  }
}

function asksForStream(input: unknown): boolean {
  return isJsonObject(input) && input['stream'] === true;
}

/** `randomUUID` is missing in pages without HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Guaranteed by the OpenAPI document of the portal, as are the following. */
function asSearchResult(value: object): SearchResult {
  return value as SearchResult;
}

function asQuote(value: object): Quote {
  return value as Quote;
}

function asCredits(value: object): Credits {
  return value as Credits;
}

function asCallList(value: object): CallList {
  return value as CallList;
}

function asReceipt(value: object): Receipt {
  return value as Receipt;
}

/** A limit whose name is misspelt is none. */
function refuseUnknown(options: object): void {
  const [name] = Object.keys(options);
  if (name !== undefined) throw new TypeError(`There is no option "${name}".`);
}
