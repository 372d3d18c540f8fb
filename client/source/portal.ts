import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { ConnectionError, NoPortalError, ProblemError } from './errors.ts';

export interface PortalRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
}

/** The HTTP API of a portal. */
export class Portal {
  readonly #url: string;
  readonly #key: string | undefined;

  constructor(url: string, key: string | undefined) {
    const { href, protocol } = new URL(url);
    if (!/^https?:$/.test(protocol))
      throw new TypeError('The address of a portal begins with https:// or http://.');
    this.#url = href.replace(/\/+$/, '');
    this.#key = key;
  }

  /** One request; its answer is a success. */
  async send(path: string, { method = 'GET', headers = {}, body, signal }: PortalRequest): Promise<Response> {
    const response = await this.#fetch(path, {
      method,
      headers: {
        ...headers,
        ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      // Calls of a page are made by its key or as a guest, never by the session of whoever looks at it.
      credentials: 'omit',
      // A redirect would make another request of it, and take the key elsewhere.
      redirect: 'manual',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    if (response.ok) return response;
    throw await this.#failure(response, signal);
  }

  /** One call; its answer is the API's. */
  async call(path: string, request: PortalRequest): Promise<Response> {
    const response = await this.send(path, request);
    if (response.headers.has('farebox-call-id')) return response;
    throw new NoPortalError(`${this.#url} is not a Farebox portal: it answered a call without its id.`);
  }

  async json(path: string, request: PortalRequest = {}): Promise<JsonObject> {
    const text = await this.read(await this.send(path, request), request.signal, (response) =>
      response.text(),
    );
    const value = jsonOrUndefined(text);
    if (isJsonObject(value)) return value;
    throw new NoPortalError(`${this.#url} is not a Farebox portal: ${path} is not JSON.`);
  }

  /** The body of an answer, which may be lost on its way, too. */
  async read<Body>(
    response: Response,
    signal: AbortSignal | undefined,
    how: (response: Response) => Promise<Body>,
  ): Promise<Body> {
    try {
      return await how(response);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ConnectionError(`The connection to ${this.#url} ended in the middle of an answer.`, null, {
        cause,
      });
    }
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}${path}`, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new ConnectionError(`${this.#url} did not answer.`, null, { cause });
    }
  }

  async #failure(response: Response, signal: AbortSignal | undefined): Promise<Error> {
    const { status, headers } = response;
    const text = await this.read(response, signal, () => response.text());
    const document = headers.get('content-type')?.startsWith('application/problem+json')
      ? jsonOrUndefined(text)
      : undefined;
    if (isJsonObject(document)) return new ProblemError(document, status, headers);
    // A proxy that does not reach its portal answers in words of its own.
    if (status >= 500)
      return new ConnectionError(
        `${this.#url} answered ${status}, but the answer is not from the portal.`,
        null,
      );
    const location = headers.get('location');
    const elsewhere = location === null ? '' : ` It leads to ${location}.`;
    return new NoPortalError(`${this.#url} is not a Farebox portal: it answered ${status}.${elsewhere}`);
  }
}

export function jsonOrUndefined(text: string): JsonValue | undefined {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/** Guaranteed by `JSON.parse`. */
function jsonOf(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
