import { type JsonObject, jsonText } from '../../lib/json/json.ts';
import { ConnectionError } from './errors.ts';
import { jsonInput } from './input.ts';
import { pause, persist } from './persist.ts';
import { Portal } from './portal.ts';
import type { SearchResult } from './product-card.ts';
import type { DataOf, InputOf, Product } from './products.ts';
import type { Quote } from './quote.ts';
import type { Receipt } from './receipt.ts';
import { type Reply, replyOf } from './reply.ts';
import { ReplyStream } from './reply-stream.ts';
import { type Verification, verifyReceipt } from './verification.ts';

export interface FareboxOptions {
  /** The address of the portal, such as `https://portal.example`. */
  url: string;
  /** An API key (`fb_…`). Without one, calls are made as a guest. */
  key?: string | undefined;
  /** How often a request is repeated whose answer was lost. Default: 5. */
  retries?: number | undefined;
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

const defaultRetries = 5;
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** A client of a Farebox portal. */
export class Farebox {
  readonly #portal: Portal;
  readonly #retries: number;
  #keys: string[] | undefined;

  constructor({ url, key, retries = defaultRetries }: FareboxOptions) {
    this.#portal = new Portal(url, key);
    this.#retries = retries;
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
    return this.#once(product, input, options, async (send, idempotencyKey) => {
      const response = await send();
      const bytes = await this.#portal.read(response, signal, (whole) => whole.arrayBuffer());
      return replyOf<DataOf<Name>>(response, new Uint8Array(bytes), idempotencyKey);
    });
  }

  /** Calls a product whose reply comes as a stream of events. */
  async stream<Name extends Product>(
    product: Name,
    input: InputOf<Name>,
    options: CallOptions = {},
  ): Promise<ReplyStream> {
    return this.#once(
      product,
      input,
      options,
      async (send, idempotencyKey) => new ReplyStream(await send(), idempotencyKey, options.signal),
    );
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
    const { maxCredits, quote, idempotencyKey = newKey(), signal } = options;
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
    const send = () => this.#portal.send(path, { method: 'POST', headers, body, signal });
    try {
      return await this.#persist(() => attempt(send, idempotencyKey), signal);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      throw new ConnectionError(error.message, idempotencyKey, { cause: error.cause });
    }
  }

  #read(path: string, signal: AbortSignal | undefined): Promise<JsonObject> {
    return this.#persist(() => this.#portal.json(path, { signal }), signal);
  }

  #persist<Result>(attempt: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    return persist(attempt, { retries: this.#retries, signal });
  }
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

function asReceipt(value: object): Receipt {
  return value as Receipt;
}
