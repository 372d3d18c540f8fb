type Json = Record<string, unknown>;

export interface BigStyle {
  title?: string;
  version?: string;
  host?: string;
  /** Each has five operations. */
  resources?: number;
  info?: Json;
}

/** Things that big APIs are about; with the adjectives there are hundreds. */
const things = [
  'customer', 'payment_intent', 'refund', 'invoice', 'subscription', 'charge', 'dispute', 'payout', 'coupon', 'price',
  'product', 'order', 'account', 'file', 'message', 'thread', 'assistant', 'model', 'batch', 'upload', 'vector_store',
  'project', 'user', 'invite', 'certificate', 'policy', 'address', 'category', 'branch', 'box',
]; // biome-ignore format: a list of words
const kinds = ['', 'test', 'draft', 'partner', 'market', 'store'];

/**
 * A document in the style of the biggest public ones: hundreds of operations whose ids and descriptions are written for
 * programs, optional bodies with required members, nullable fields by `anyOf`, unions told apart by an `enum` of one
 * value, deep Markdown, relative links, and a contact for a provider.
 */
export function bigDocument(style: BigStyle = {}): Json {
  const { title = 'Acme Pay API', version = '2026-11-01', host = 'api.acme.example', resources = 60 } = style;
  const names = Array.from({ length: resources }, (_, index) => {
    const kind = kinds[Math.floor(index / things.length) % kinds.length] ?? '';
    const thing = things[index % things.length] ?? 'thing';
    return kind === '' ? thing : `${kind}_${thing}`;
  });
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: 'The **Acme** API. See [the guides](/docs/guides) and [errors](#errors).',
      contact: { name: 'Acme Support', email: 'support@acme.example', url: 'https://acme.example/support' },
      ...style.info,
    },
    servers: [{ url: `https://${host}/v1` }],
    paths: Object.assign({}, ...names.map(resourcePaths)),
    components: { schemas },
  };
}

function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|ch)$/.test(name) ? `${name}es` : `${name}s`;
}

function resourcePaths(name: string): Json {
  const collection = `/${plural(name)}`;
  const id = {
    name,
    in: 'path',
    required: true,
    description: `The **id** of the \`${name}\`.`,
    schema: { type: 'string', example: 'x_1' },
  };
  const pascal = name.replace(/(?:^|_)(\p{Ll})/gu, (_whole, letter: string) => letter.toUpperCase());
  const responses = { '200': { description: 'Successful response.' } };
  return {
    [collection]: {
      get: {
        operationId: `Get${pascal}s`,
        description: `<p>Returns a list of your ${plural(name)}. They are returned <strong>sorted</strong> by creation date.</p>`,
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'A limit on the number of objects. See [pagination](/docs/pagination).',
            schema: { anyOf: [{ type: 'integer', minimum: 1, maximum: 100, default: 10 }, { type: 'null' }] },
          },
          {
            name: 'page',
            in: 'query',
            deprecated: true,
            description: 'Use `limit`.',
            schema: { type: 'integer' },
          },
        ],
        responses,
      },
      post: {
        operationId: `Post${pascal}s`,
        summary: `**Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses) instead of ${plural(name)}, to take advantage of the latest features.`,
        description: `Creates a ${name}.\n\n1. Read [the guide](guides/start.md "Start").\n2. Then \`POST\` it.\n\n| a | b |\n|---|---|\n| 1 | [x](/y) |`,
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateThing' } } },
        },
        responses,
      },
    },
    [`${collection}/{${name}}`]: {
      parameters: [id],
      get: {
        operationId: `Get${pascal}s${pascal}`,
        summary: `Retrieve the ${name.replaceAll('_', ' ')}.`,
        responses,
      },
      post: {
        operationId: `update_${name}`,
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/UpdateThing' } } },
        },
        responses,
      },
      delete: {
        operationId: `Delete${pascal}s${pascal}`,
        summary: `Delete${pascal}s${pascal}`,
        deprecated: true,
        responses,
      },
    },
  };
}

const message = (role: string, title?: string): Json => ({
  type: 'object',
  ...(title === undefined ? {} : { title }),
  description: `What the *${role}* says. See [roles](/docs/roles#${role}).`,
  required: ['role', 'content'],
  properties: {
    role: { type: 'string', enum: [role], description: 'The role of the author.' },
    content: { type: 'string', description: `The text of the ${role}.`, example: 'Hello' },
  },
});

const nullable = (schema: Json, outer: Json = {}): Json => ({ ...outer, anyOf: [schema, { type: 'null' }] });

const schemas: Json = {
  Message: {
    oneOf: ['DeveloperMessage', 'UserMessage', 'ToolMessage'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
    discriminator: { propertyName: 'role' },
  },
  DeveloperMessage: message('developer', 'Developer message'),
  UserMessage: message('user'),
  ToolMessage: message('tool'),
  Effort: {
    description: 'How hard it thinks.',
    anyOf: [{ type: 'string', enum: ['low', 'high'], default: 'low', title: 'Effort' }, { type: 'null' }],
  },
  CreateThing: {
    type: 'object',
    required: ['model', 'messages', 'three_ds'],
    properties: {
      model: {
        type: 'string',
        description: 'The model, such as `small`. See [all **models**](/docs/models).',
        enum: ['small', 'large'],
        'x-enumDescriptions': ['**Fast** and cheap', 'Slow and [good](/docs/large)'],
      },
      messages: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Message' } },
      three_ds: { type: 'boolean', description: 'Whether the customer is asked.' },
      instructions: nullable({ type: 'string', description: 'A system message.', examples: ['Be brief'] }),
      temperature: nullable(
        { type: 'number', description: 'Inner words.', default: 1 },
        { description: 'Between 0 and 2.' },
      ),
      effort: { $ref: '#/components/schemas/Effort' },
      old: nullable({ type: 'string', deprecated: true, description: 'Not used any more.' }),
      store: { allOf: [{ $ref: '#/components/schemas/Effort' }], description: 'Words beside an allOf.' },
      metadata: {
        type: 'object',
        description: 'Up to 16 pairs.\n\nKeys are strings.',
        properties: { label: nullable({ type: 'string', description: 'A label.' }) },
      },
    },
  },
  UpdateThing: {
    type: 'object',
    properties: { description: nullable({ type: 'string', description: 'Words for people.' }) },
  },
};

/** The same operations in two documents of different titles: the same ids, the same paths. */
export function twoDocuments(): [Json, Json] {
  return [
    bigDocument({ title: 'Acme Pay API', resources: 3 }),
    bigDocument({ title: 'Bolt Checkout API', host: 'api.bolt.example', resources: 3 }),
  ];
}
