import type { InputField, InputShape } from '../input-shape.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Operation, Parameter } from '../operation.ts';
import { own } from '../schema-references.ts';
import { pointerTo } from '../validation/fault.ts';
import { type BaseUrl, baseUrl } from './base-url.ts';
import { type RequestBody, requestBody } from './body.ts';
import { cookiePairs, headerText } from './header.ts';
import { pathPiece } from './path.ts';
import { percentEncodePath } from './percent-encode.ts';
import { queryPairs } from './query.ts';
import type { Refusal, Refuse } from './refusal.ts';
import { wireValue } from './wire-value.ts';

export interface BoundRequest {
  /** In upper case. */
  method: string;
  url: string;
  headers: [string, string][];
  body?: string | Uint8Array;
}

export type BindResult = { ok: true; request: BoundRequest } | { ok: false; errors: Refusal[] };

/**
 * The request that an input makes of an operation. The input has been validated; refused is what cannot be sent safely
 * or faithfully. `variables` are those of the server; one that is absent takes its default.
 */
export function bindInput(
  operation: Operation,
  shape: InputShape,
  input: JsonObject,
  variables: Record<string, string> = {},
): BindResult {
  const errors: Refusal[] = [];
  const refuseAt = (pointer: string, detail: string, member?: string | number): undefined =>
    void errors.push({ pointer: member === undefined ? pointer : pointerTo(pointer, member), detail });
  const refuse: Refuse = (detail, member) => refuseAt('', detail, member);
  const given: Given[] = [];
  for (const field of shape.fields) {
    const value = own(input, field.name);
    if (value === undefined) continue;
    given.push({
      field,
      value,
      refuse: (detail, member) => refuseAt(pointerTo('', field.name), detail, member),
    });
  }
  const url = requestUrl(operation, given, variables, refuse);
  const headers = requestHeaders(operation, given);
  const body = boundBody(operation, shape, given, refuse);
  if (body) headers.push(['content-type', body.contentType]);
  if (errors.length > 0 || url === undefined) return { ok: false, errors };
  return {
    ok: true,
    request: { method: operation.method.toUpperCase(), url, headers, ...(body ? { body: body.body } : {}) },
  };
}

interface Given {
  field: InputField;
  value: JsonValue;
  refuse: Refuse;
}

function requestUrl(
  operation: Operation,
  given: Given[],
  variables: Record<string, string>,
  refuse: Refuse,
): string | undefined {
  const base = keptBaseUrl(operation.server, variables, refuse);
  const { pieces, fixedQuery } = addressOf(operation);
  const path = filledPath(pieces, operation, given, refuse);
  const pairs = inPlace(given, 'query').flatMap(({ parameter, value, refuse: refuseField }) =>
    queryPairs(parameter, wired(operation, parameter.schema, value), refuseField),
  );
  if (!base || path === undefined) return undefined;
  const query = [base.query, fixedQuery, ...pairs].filter((piece) => piece !== '').join('&');
  return verified(base.origin, base.path + path, query, refuse);
}

/** What every parser leaves as it is: no dots, which might be steps up, nothing encoded, nothing to encode. */
const plainPath = /^\/[A-Za-z0-9_~!$&'()*+,;=:@/-]*$/;
const plainQuery = /^[A-Za-z0-9._~!$()*+,;=:@/?&%-]*$/;

/** No parser may read the URL otherwise than it was written: the same origin, the same path, the same query. */
function verified(origin: string, path: string, query: string, refuse: Refuse): string | undefined {
  const text = `${origin}${path}${query === '' ? '' : `?${query}`}`;
  if (plainPath.test(path) && plainQuery.test(query)) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSame =
    url?.origin === origin && url.pathname === path && url.search === (query === '' ? '' : `?${query}`);
  return isSame && url.hash === '' ? text : refuse(`The address ${text} would be read as another one.`);
}

/** By operation, as its path says it: what stands in it, and where a variable does. Operations never change. */
const addresses = new WeakMap<Operation, Address>();

interface Address {
  pieces: (string | { variable: string })[];
  fixedQuery: string;
}

function addressOf(operation: Operation): Address {
  const known = addresses.get(operation);
  if (known) return known;
  const [template = '', ...fixedQuery] = (operation.path.split('#')[0] ?? '').split('?');
  const pieces = template
    .split(/(\{[^{}]*\})/)
    .map((piece) =>
      /^\{[^{}]*\}$/.test(piece) ? { variable: piece.slice(1, -1) } : percentEncodePath(piece),
    );
  const address = { pieces, fixedQuery: fixedQuery.join('?') };
  addresses.set(operation, address);
  return address;
}

/** By server, for the variables that it was last asked with: a portal's are the same for every call. */
const bases = new WeakMap<Operation['server'], { variables: Record<string, string>; base: BaseUrl }>();

function keptBaseUrl(
  server: Operation['server'],
  variables: Record<string, string>,
  refuse: Refuse,
): BaseUrl | undefined {
  const kept = bases.get(server);
  if (kept && sameVariables(kept.variables, variables)) return kept.base;
  const base = baseUrl(server, variables, refuse);
  if (base) bases.set(server, { variables: { ...variables }, base });
  return base;
}

function sameVariables(some: Record<string, string>, others: Record<string, string>): boolean {
  const names = Object.keys(some);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name) && some[name] === others[name])
  );
}

function filledPath(
  pieces: Address['pieces'],
  operation: Operation,
  given: Given[],
  refuse: Refuse,
): string | undefined {
  const entries = inPlace(given, 'path');
  let path = '';
  let isComplete = true;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      path += piece;
      continue;
    }
    const entry = entries.findLast(({ parameter }) => parameter.name === piece.variable);
    if (!entry) refuse(`The path variable {${piece.variable}} has no value.`);
    const value = entry && wired(operation, entry.parameter.schema, entry.value);
    const text = entry && value !== undefined ? pathPiece(entry.parameter, value, entry.refuse) : undefined;
    if (text === undefined) isComplete = false;
    else path += text;
  }
  return isComplete ? path : undefined;
}

function requestHeaders(operation: Operation, given: Given[]): [string, string][] {
  const headers = inPlace(given, 'header').flatMap(({ parameter, value, refuse }): [string, string][] => {
    const text = headerText(parameter, wired(operation, parameter.schema, value), refuse);
    return text === undefined ? [] : [[parameter.name, text]];
  });
  const cookies = inPlace(given, 'cookie').flatMap(({ parameter, value, refuse }) =>
    cookiePairs(parameter, wired(operation, parameter.schema, value), refuse),
  );
  return cookies.length === 0 ? headers : [...headers, ['cookie', cookies.join('; ')]];
}

function boundBody(
  operation: Operation,
  shape: InputShape,
  given: Given[],
  refuse: Refuse,
): RequestBody | undefined {
  const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const fields = given.filter(({ field }) => field.in === 'body');
  if (shape.body === 'none' || mediaType === undefined || media === undefined) return undefined;
  if (fields.length === 0 && !(shape.body === 'merged' && operation.requestBody?.required)) return undefined;
  const defs = operation.$defs ?? {};
  const [whole] = fields;
  if (shape.body === 'whole') return whole && requestBody(mediaType, media, whole.value, defs, whole.refuse);
  const value = Object.fromEntries(fields.map((entry) => [entry.field.target, entry.value]));
  return requestBody(mediaType, media, value, defs, refuse);
}

/** The parameters of one place; a field of the input that is a parameter always holds it. */
function inPlace(given: Given[], place: InputField['in']) {
  const found: { parameter: Parameter; value: JsonValue; refuse: Refuse }[] = [];
  for (const { field, value, refuse } of given)
    if (field.in === place && field.parameter) found.push({ parameter: field.parameter, value, refuse });
  return found;
}

function wired(
  operation: Operation,
  schema: NonNullable<Given['field']['parameter']>['schema'],
  value: JsonValue,
) {
  return wireValue(value, schema, operation.$defs ?? {});
}
