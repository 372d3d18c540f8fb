import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { type GivenInput, readJsonObject } from '../inputs/read-json-object.ts';
import { mayBeStored } from '../store/sql/statement.ts';
import { type ClientConnection, leastSharedBytes, type HttpRequest } from './client-connection.ts';

/** A body by its schema, whose texts may be stored. What does not fit is refused, naming each place. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: JsonObject): z.output<Schema> {
  const faults = unstorableTexts(body, []).map((path) => fault(path, unstorable));
  if (faults.length > 0) throw invalidBody(faults);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidBody(parsed.error.issues.map(({ path, message }) => fault(path, message)));
}

const unstorable = 'This text has a NUL or half of a surrogate pair.';

function fault(path: PropertyKey[], detail: string): { pointer: string; detail: string } {
  const steps = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { pointer: steps.join(''), detail };
}

function unstorableTexts(value: JsonValue, path: PropertyKey[]): PropertyKey[][] {
  if (typeof value === 'string') return mayBeStored(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) => unstorableTexts(inner, [...path, step]));
}

const mostBytes = 32 * 1024;

/** The parameters of a body that is a form, as OAuth has them. */
export async function readForm(
  { headers }: Pick<HttpRequest, 'headers'>,
  connection: ClientConnection,
): Promise<URLSearchParams> {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new Problem('unsupported-media', 'Send the parameters as application/x-www-form-urlencoded.');
  return new URLSearchParams((await connection.body(mostBytes))?.toString());
}

const nothing = Buffer.alloc(0);

/** Reads a body of at most so many bytes. They are charged to the account, where one is known. */
export async function readGivenInput(
  { headers }: Pick<HttpRequest, 'headers'>,
  connection: ClientConnection,
  limitBytes: number,
  account?: string,
): Promise<GivenInput> {
  const bytes = (await connection.body(limitBytes, account)) ?? nothing;
  // Threads read larger inputs: parsing them may take milliseconds, for which everybody would wait.
  const type = bodyHeaders(headers);
  const value = bytes.length < leastSharedBytes ? (readJsonObject(type, bytes) ?? {}) : undefined;
  return {
    value,
    bytes,
    ...type,
    network: connection.network,
    whenGone: (listener) => connection.whenGone(listener),
  };
}

export function bodyHeaders(
  headers: HttpRequest['headers'],
): Pick<GivenInput, 'contentType' | 'contentEncoding'> {
  return { contentType: headers.get('content-type'), contentEncoding: headers.get('content-encoding') };
}
