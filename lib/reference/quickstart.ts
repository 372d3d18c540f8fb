import { allowanceWords } from '../ledger/allowance.ts';
import type { JsonObject } from '../json/json.ts';
import type { SchemaNode } from './api-document.ts';
import type { ApiOperation } from './api-operations.ts';

export interface QuickstartStep {
  id: string;
  title: string;
  /** Markdown. Addresses are those of the portal. */
  text: string;
  command?: string;
  /** Markdown below the command. */
  after?: string;
}

/** What the portal lets newcomers do. */
export interface Newcomers {
  guests: boolean;
  registration: 'closed' | 'invitation' | 'open';
}

/** From nothing to a receipt, with a product that can be called here. */
export function quickstart(example: CurlExample, { guests, registration }: Newcomers): QuickstartStep[] {
  const { origin, slug, input } = example;
  const isKnown = slug !== 'SLUG';
  const words = isKnown ? slug.replaceAll('-', '+') : 'WORDS';
  const key = '-H "Authorization: Bearer $FAREBOX_KEY"';
  return [
    {
      id: 'find-an-api',
      title: 'Find an API',
      text: 'Search the [catalogue](/), on its page or with a request. The page of a product has its input, its price and a playground.',
      command: `curl ${quoted(`${origin}/api/product/list?view=card&q=${words}`)}`,
      after: isKnown
        ? `The commands below call [\`${slug}\`](/products/${slug}).`
        : 'In the commands below, replace `SLUG` with the slug of a product and `{}` with its input.',
    },
    {
      id: 'know-its-fare',
      title: 'Know its fare',
      text: 'Ask for the price of your input. It is free, and needs no key.',
      command: [
        `curl ${quoted(`${origin}/api/product/credits/required/${slug}`)}`,
        `  -d ${quoted(JSON.stringify(input))}`,
      ].join(' \\\n'),
      after: 'The response, such as `{"credits": 5}`, is the most that this call can cost.',
    },
    {
      id: 'get-a-key',
      title: 'Get a key',
      text: `${registration === 'open' ? '[Create an account](/register)' : '[Sign in](/sign-in), or join with an invitation'}, and create an API key on the page [Keys](/keys). You see it once.`,
      command: 'export FAREBOX_KEY=fb_YOUR_KEY',
      ...(guests && {
        after: `You can also call as a guest: leave out the line \`Authorization\` below. Guests of a network share some credits ${allowanceWords.each}.`,
      }),
    },
    {
      id: 'call-it',
      title: 'Call it',
      text: 'Send the same input to the endpoint for calls. `Farebox-Max-Credits` refuses a call that could cost more, and an `Idempotency-Key` of your own for each call lets you repeat it safely.',
      command: callWithCeiling(example, 10, [key]),
      after:
        'The response is in the file `reply`. Its headers are printed: `Farebox-Credits-Charged` is what the call cost, and `Farebox-Call-Id` is its id.',
    },
    {
      id: 'read-the-receipt',
      title: 'Read the receipt',
      text: 'Each call has a signed receipt with the lines of its price. It is also on the page [Calls](/calls).',
      command: `curl ${quoted(`${origin}/api/calls/CALL_ID`)} \\\n  ${key}`,
    },
    {
      id: 'what-a-failure-costs',
      title: 'What a failure costs',
      text: 'Nothing, as long as the charge table on the page of the product does not say otherwise:',
      after:
        'More: [retries](/docs/basics#retries), [all error codes](/problems) and [receipts](/docs/basics#responses).',
    },
  ];
}

/** The usual charge table, and what comes before and after it. */
export const failureCosts: readonly { what: string; cost: string }[] = [
  {
    what: 'The portal refuses the call: a wrong key or input, too few credits, or a price above your limit',
    cost: 'free',
  },
  { what: 'The API rejects the request, fails or times out', cost: 'free' },
  { what: 'You disconnect, or the API ends a stream early', cost: 'free' },
  { what: 'You repeat a call with the same `Idempotency-Key`', cost: 'charged once' },
];

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
    const value = ofProduct.has(name) ? example.slug : placeholder(name);
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && (required || name === 'id')) query.set(name, value);
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const lines = [
    `curl ${methodFlag(operation)}${quoted(`${example.origin}${address}${search}`)}`,
    ...(isOwn(operation) ? ['  -H "Authorization: Bearer $FAREBOX_KEY"'] : []),
    ...(method === 'GET' || !body ? [] : [`  -d ${ownBodies[operation.id] ?? bodyOf(body, example)}`]),
  ];
  return lines.join(' \\\n');
}

/** The parameters that name a product. Only the reader knows the others. */
const ofProduct = new Set(['api_id', 'id', 'slug']);

/** A body with a name is the input of a product. */
function bodyOf(body: SchemaNode, { input }: CurlExample): string {
  return quoted(JSON.stringify(body.$ref === undefined ? exampleOf(body, 'value') : input));
}

/** A value of a field, with what is required. Texts are for the reader to replace. */
function exampleOf({ anyOf, oneOf, ...schema }: SchemaNode, name: string): unknown {
  const [branch] = anyOf ?? oneOf ?? [];
  if (branch) return exampleOf(branch, name);
  const given = schema.const ?? schema.default;
  if (given !== undefined) return given;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    const required = fields.filter(([field]) => schema.required?.includes(field));
    const shown = required.length > 0 ? required : fields.slice(0, 1);
    return Object.fromEntries(shown.map(([field, inner]) => [field, exampleOf(inner, field)]));
  }
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, name)];
  if (schema.type === 'integer' || schema.type === 'number') return 10;
  return schema.type === 'boolean' ? true : placeholder(name);
}

function placeholder(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

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

/** With a body, curl sends a POST; without, a GET. */
function methodFlag({ method, body }: ApiOperation): string {
  return method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A call with a price limit and an idempotency key; `options` are lines of its own. */
export function callWithCeiling(
  { origin, slug, input }: CurlExample,
  ceiling = 10,
  options: string[] = [],
): string {
  return [
    `curl ${quoted(`${origin}/api/product/developer/call/${slug}`)}`,
    ...options.map((option) => `  ${option}`),
    `  -H 'Farebox-Max-Credits: ${ceiling}'`,
    "  -H 'Idempotency-Key: order-17'",
    `  -d ${quoted(JSON.stringify(input))}`,
    '  -D - -o reply',
  ].join(' \\\n');
}
