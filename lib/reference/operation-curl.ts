import type { JsonObject } from '../json.ts';
import type { ApiOperation } from './api-operations.ts';

/** What stands for the reader's own values: a product of this very portal, so that the command works as it is. */
export interface CurlExample {
  origin: string;
  slug: string;
  input: JsonObject;
}

/** A command that makes the request, for any shell of the kind of sh. */
export function operationCurl(operation: ApiOperation, example: CurlExample): string {
  const { method, path, parameters, body } = operation;
  const query = new URLSearchParams();
  let address = path;
  for (const { in: place, name, required } of parameters) {
    const value = name === 'call_id' ? 'CALL_ID' : example.slug;
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && (required || name === 'id')) query.set(name, value);
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const lines = [
    `curl ${methodFlag(method)}${quoted(`${example.origin}${address}${search}`)}`,
    ...(isOwn(operation) ? ['  -H "Authorization: Bearer $FAREBOX_KEY"'] : []),
    ...(method === 'POST' && body ? [`  -d ${quoted(JSON.stringify(example.input))}`] : []),
  ];
  return lines.join(' \\\n');
}

/** What is answered by who asks: without the header a guest does. */
function isOwn({ problems }: ApiOperation): boolean {
  return problems.some(({ codes }) => codes.includes('invalid-key'));
}

/** A body makes it a POST by itself. */
function methodFlag(method: string): string {
  return method === 'GET' || method === 'POST' ? '' : `-X ${method} `;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The call as one makes it who wants to pay no more than so much. */
export function callWithCeiling({ origin, slug, input }: CurlExample): string {
  return [
    `curl ${quoted(`${origin}/api/product/developer/call/${slug}`)}`,
    "  -H 'Farebox-Max-Credits: 10'",
    "  -H 'Idempotency-Key: order-17'",
    `  -d ${quoted(JSON.stringify(input))}`,
    '  -D - -o reply',
  ].join(' \\\n');
}
