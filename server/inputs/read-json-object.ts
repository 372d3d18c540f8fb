import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { InlineLimit } from '../../lib/operation/file-text.ts';
import { newInlineWork } from '../../lib/price/work.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { InlineWork } from '../../lib/validation/work.ts';

type BodyHeaders = Pick<GivenInput, 'contentType' | 'contentEncoding'>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body as a JSON object; undefined if it is empty. Valid JSON is accepted with any content type, because a bare
 * `fetch` and `curl -d` send others. A body that is neither JSON nor declared as JSON is refused with 415.
 */
export function readJsonObject(headers: BodyHeaders, bytes: Buffer | undefined): JsonObject | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined;
  refuseEncodings(headers);
  const value = parse(bytes, mediaType(headers));
  if (!isJsonObject(value)) {
    throw new Problem('not-an-object', `The body must be a JSON object, not ${kindOf(value)}.`);
  }
  return value;
}

function refuseEncodings(headers: BodyHeaders): void {
  const encoding = headers.contentEncoding;
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    throw new Problem(
      'unsupported-media',
      `Content-Encoding ${encoding} is not supported. Send the body uncompressed.`,
    );
  }
  const type = mediaType(headers);
  if (type.startsWith('multipart/')) {
    throw new Problem(
      'unsupported-media',
      `Content type ${type} is not supported. Send JSON, with files as data URLs.`,
    );
  }
}

function parse(bytes: Buffer, type: string): JsonValue {
  try {
    return parseStrictJson(decode(bytes));
  } catch (error) {
    const meantAsJson = /^$|[/+]json$/.test(type) || /^\s*[[{]/.test(bytes.toString('latin1', 0, 64));
    if (meantAsJson || !(error instanceof Problem) || error.code !== 'malformed-json') throw error;
    throw new Problem('unsupported-media', `The body has the content type ${type} and is not JSON.`);
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed-json', 'The body is not valid UTF-8.');
  }
}

function mediaType(headers: BodyHeaders): string {
  const type = headers.contentType ?? '';
  // Fast path for nearly every request.
  if (type === 'application/json') return type;
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export interface GivenInput {
  /** The network of the client; empty for a published example. */
  network: string;
  /** Parsed if it is small. */
  value?: JsonObject | undefined;
  bytes: Buffer;
  contentType: string | null;
  contentEncoding: string | null;
  /** Calls the listener if the client disconnects. */
  whenGone(listener: () => void): void;
}

/** A published example, which no client has sent. */
export function publishedInput(value: JsonObject): GivenInput {
  return {
    value,
    bytes: Buffer.from(JSON.stringify(value)),
    contentType: null,
    contentEncoding: null,
    network: '',
    whenGone: () => {},
  };
}

export function bodyTooLarge({ limitBytes }: { limitBytes: number }): Problem {
  return new Problem('body-too-large', `The body is larger than the limit of ${limitBytes} bytes.`);
}

/** The budget of an input on the main thread. Larger work runs on an input thread. */
export class InlineBudget {
  readonly validation = new InlineWork();
  readonly price = newInlineWork();
}

/**
 * Works on the main thread, or on another one if the input is large or the budget is exceeded.
 * `onThread` learns whether the budget was already spent.
 */
export async function inlineOrOnThread<Result>(
  { value }: Pick<GivenInput, 'value'>,
  inline: (value: JsonObject, budget: InlineBudget) => Result,
  onThread: (isBudgetSpent: boolean) => Promise<Result>,
): Promise<Result> {
  if (value === undefined) return onThread(false);
  try {
    return inline(value, new InlineBudget());
  } catch (error) {
    if (error instanceof InlineLimit) return onThread(true);
    throw error;
  }
}
