import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts';
import type { InputShape } from '../operation/input-shape.ts';
import type { Operation, Parameter } from '../operation/operation.ts';
import { own } from '../schema/schema-references.ts';
import { pointerTo } from '../validation/fault.ts';
import { type BaseUrl, baseUrl } from './base-url.ts';
import { type BindingPlan, bindingPlan, type ParameterField } from './binding-plan.ts';
import { requestBody } from './body.ts';
import type { RequestBody } from './form-body.ts';
import { contentText, flat, membersOf, styledPairs, pathPiece, queryPairs, wireValue } from './parameters.ts';
import { isWellFormed, percentEncode, plainText, type Refusal, type Refuse } from './plain-text.ts';

export interface BoundRequest {
  /** In upper case. */
  method: string;
  url: string;
  headers: [string, string][];
  body?: string | Uint8Array;
}

type BindResult = { ok: true; request: BoundRequest } | { ok: false; errors: Refusal[] };

/**
 * Builds the request for an input that has been validated. Refuses values that cannot be sent safely and unchanged.
 * `variables` belong to the server; absent ones take their default.
 */
export function bindInput(
  operation: Operation,
  shape: InputShape,
  input: JsonObject,
  variables: Record<string, string> = {},
): BindResult {
  const errors: Refusal[] = [];
  const plan = bindingPlan(operation, shape);
  const binding: Binding = {
    plan,
    input,
    refuse: (detail, member) =>
      void errors.push({ pointer: member === undefined ? '' : pointerTo('', member), detail }),
    refuseIn: (name) => (detail, member) => {
      const pointer = pointerTo('', name);
      errors.push({ pointer: member === undefined ? pointer : pointerTo(pointer, member), detail });
      return undefined;
    },
  };
  const url = requestUrl(binding, operation, variables);
  const headers = requestHeaders(binding);
  const body = boundBody(binding);
  if (body) headers.push(['content-type', body.contentType]);
  if (errors.length > 0 || url === undefined) return { ok: false, errors };
  const request: BoundRequest = { method: plan.method, url, headers };
  if (body) request.body = body.body;
  return { ok: true, request };
}

interface Binding {
  plan: BindingPlan;
  input: JsonObject;
  refuse: Refuse;
  /** By input field. */
  refuseIn(name: string): Refuse;
}

function requestUrl(
  binding: Binding,
  { server }: Operation,
  variables: Record<string, string>,
): string | undefined {
  const { plan, refuse } = binding;
  const base = keptBaseUrl(server, variables, refuse);
  const path = filledPath(binding);
  const pairs = inPlace(binding, plan.query, queryPairs);
  if (!base || path === undefined) return undefined;
  const query = [base.query, plan.fixedQuery, ...pairs].filter((piece) => piece !== '').join('&');
  return verified(base.origin, base.path + path, query, refuse);
}

/** Characters that every URL parser leaves alone: no dots, which could mean a parent folder, and no encoding. */
const plainPath = /^\/[A-Za-z0-9_~!$&'()*+,;=:@/-]*$/;
const plainQuery = /^[A-Za-z0-9._~!$()*+,;=:@/?&%-]*$/;

/** Makes sure that a URL parser reads the same origin, path and query as were written. */
function verified(origin: string, path: string, query: string, refuse: Refuse): string | undefined {
  const text = `${origin}${path}${query === '' ? '' : `?${query}`}`;
  if (plainPath.test(path) && plainQuery.test(query)) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSame =
    url?.origin === origin && url.pathname === path && url.search === (query === '' ? '' : `?${query}`);
  return isSame && url.hash === '' ? text : refuse(`The address ${text} would be read as a different one.`);
}

/** Cached for each server with the variables of the last call: they are the same for every call of a portal. */
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

function filledPath({ plan, input, refuse, refuseIn }: Binding): string | undefined {
  let path = '';
  let isComplete = true;
  for (const piece of plan.path) {
    if (typeof piece === 'string') {
      path += piece;
      continue;
    }
    const { variable, field } = piece;
    const value = field && own(input, field.name);
    if (value === undefined) refuse(`The path variable {${variable}} has no value.`);
    const text =
      field && value !== undefined
        ? pathPiece(field.parameter, wireValue(value, field.schema), refuseIn(field.name))
        : undefined;
    if (text === undefined) isComplete = false;
    else path += text;
  }
  return isComplete ? path : undefined;
}

function requestHeaders(binding: Binding): [string, string][] {
  const { plan } = binding;
  const headers = inPlace(binding, plan.header, (parameter, value, refuse): [string, string][] => {
    const text = headerText(parameter, value, refuse);
    return text === undefined ? [] : [[parameter.name, text]];
  });
  const cookies = inPlace(binding, plan.cookie, cookiePairs);
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  return headers;
}

function boundBody({ plan, input, refuse, refuseIn }: Binding): RequestBody | undefined {
  const { body } = plan;
  if (!body) return undefined;
  const { fields } = body;
  if (body.whole) {
    const value = own(input, body.whole.name);
    return value === undefined ? undefined : requestBody(body, value, refuseIn(body.whole.name));
  }
  const members: [string, JsonValue][] = [];
  for (const { name, target } of fields) {
    const value = own(input, name);
    if (value !== undefined) members.push([target, value]);
  }
  if (members.length === 0 && !body.required) return undefined;
  return requestBody(body, Object.fromEntries(members), refuse);
}

function inPlace<Piece>(
  { input, refuseIn }: Binding,
  fields: ParameterField[],
  write: (parameter: Parameter, value: JsonValue, refuse: Refuse) => Piece[],
): Piece[] {
  const pieces: Piece[] = [];
  for (const { name, parameter, schema } of fields) {
    const value = own(input, name);
    if (value === undefined) continue;
    pieces.push(...write(parameter, wireValue(value, schema), refuseIn(name)));
  }
  return pieces;
}

/** A header value. It is not percent-encoded, because HTTP does not decode it. */
function headerText(parameter: Parameter, value: JsonValue, refuse: Refuse): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(parameter.name))
    return refuse('cannot be sent: its name is not a valid header name');
  const text = parameter.content ? contentText(parameter.content, value, refuse) : simple(parameter, value);
  if (text === undefined) return undefined;
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) {
    return refuse(
      'must not contain line breaks, control characters or characters beyond Latin-1: it is a header',
    );
  }
  if (/^[\t ]|[\t ]$/.test(text)) return refuse('must not begin or end with a space: it is a header');
  return text;
}

/** One cookie parameter as `name=value` pairs, percent-encoded because a cookie cannot contain `;` or a space. */
function cookiePairs(parameter: Parameter, value: JsonValue, refuse: Refuse): string[] {
  const text = parameter.content ? contentText(parameter.content, value, refuse) : undefined;
  if (parameter.content && text === undefined) return [];
  const { pairs } = styledPairs(parameter.name, 'form', parameter.explode ?? true, text ?? value);
  return pairs.flatMap(({ name, texts }) => {
    if (/[\u0000-\u001f\u007f]/.test(name + texts.join(''))) {
      refuse('must not contain line breaks or control characters: it is a cookie');
      return [];
    }
    if (!isWellFormed(name + texts.join(','))) {
      refuse('must be well-formed text');
      return [];
    }
    return [`${percentEncode(name)}=${texts.map(percentEncode).join(',')}`];
  });
}

function simple(parameter: Parameter, value: JsonValue): string | undefined {
  if (!Array.isArray(value) && !isJsonObject(value)) return plainText(value);
  const members = membersOf(value);
  if (members.length === 0) return undefined;
  if (!parameter.explode) return flat(members).join(',');
  return members.map(([key, text]) => (key === undefined ? text : `${key}=${text}`)).join(',');
}
