import type { JsonObject } from '../json/json.ts';
import type { ApiOperation } from './api-operations.ts';

/** A product of this portal, so that the command works. */
export interface CurlExample {
  origin: string;
  slug: string;
  input: JsonObject;
}

/** An example command for POSIX shells. */
export function operationCurl(operation: ApiOperation, example: CurlExample): string {
  const { method, path, parameters, body } = operation;
  const query = new URLSearchParams();
  let address = path;
  for (const { in: place, name, required } of parameters) {
    const value = placeholders[name] ?? example.slug;
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && (required || name === 'id')) query.set(name, value);
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const lines = [
    `curl ${methodFlag(method)}${quoted(`${example.origin}${address}${search}`)}`,
    ...(isOwn(operation) ? ['  -H "Authorization: Bearer $FAREBOX_KEY"'] : []),
    ...(method === 'POST' && body
      ? [`  -d ${ownBodies[operation.id] ?? quoted(JSON.stringify(example.input))}`]
      : []),
  ];
  return lines.join(' \\\n');
}

/** Values that only the reader knows. */
const placeholders: Record<string, string> = { call_id: 'CALL_ID', key_id: 'KEY_ID' };

/** Bodies that are not the input of a product. */
const ownBodies: Record<string, string> = {
  openSession: String.raw`"{\"key\": \"$FAREBOX_KEY\"}"`,
  createKey: `'{"name": "My key"}'`,
};

/** The response depends on the caller, who is a guest without this header. */
function isOwn({ id, problems }: ApiOperation): boolean {
  if (id === 'openSession') return false;
  return problems.some(({ codes }) => codes.includes('invalid-key'));
}

/** With a body, curl sends a POST. */
function methodFlag(method: string): string {
  return method === 'GET' || method === 'POST' ? '' : `-X ${method} `;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A call with a price limit and an idempotency key. */
export function callWithCeiling({ origin, slug, input }: CurlExample, ceiling = 10): string {
  return [
    `curl ${quoted(`${origin}/api/product/developer/call/${slug}`)}`,
    `  -H 'Farebox-Max-Credits: ${ceiling}'`,
    "  -H 'Idempotency-Key: order-17'",
    `  -d ${quoted(JSON.stringify(input))}`,
    '  -D - -o reply',
  ].join(' \\\n');
}
