import { document2, document3 } from './documents.ts';

type Json = Record<string, unknown>;

export interface OperationCase {
  document: unknown;
  /** Part of the operation. */
  carries?: object;
  /** Part of the request that its example makes. */
  sends?: object;
  tells?: string[];
}

const text = { schema: { type: 'string' } };
const things = 'https://things.example/v1/things';

const numbers = { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } };

const anyOrNone = { type: 'array', items: { type: ['integer', 'null'] } };

/** The one operation as a POST, or at another path. */
const posted = (operation: Json) => document3(operation, {}, '3.1.0', 'post');
const at = (path: string, operation: Json = {}) => document3(operation, {}, '3.1.0', 'get', path);

const jsonBody = (schema: object, example?: object) =>
  posted({
    requestBody: { required: true, content: { 'application/json': { schema, ...(example && { example }) } } },
  });

/** One row for each rule of carrying an operation over, and for each mistake that documents have. */
export const operationCases: Record<string, OperationCase> = {
  'a map of which two are needed has names of their pattern': {
    document: jsonBody({ type: 'object', minProperties: 2, propertyNames: { pattern: '^[a-z]{4}$' }, additionalProperties: { type: 'integer', minimum: 5 } }),
    sends: { body: '{"aaaa":5,"bbbb":5}' },
  },
  'of listed values, the first that can be part of a path is taken': {
    document: at('/things/{id}', { parameters: [{ name: 'id', in: 'path', required: true, schema: { enum: ['', 'a/b', '..', 'fine'] } }] }),
    carries: { parameters: [{ schema: { enum: ['', 'a/b', '..', 'fine'] } }] },
    sends: { url: `${things}/fine` },
  },
  'what a form requires is part of it': {
    document: posted({
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', required: ['of'], properties: { of: { type: 'object', properties: { colour: { type: 'string' } } } } },
            encoding: { of: { style: 'deepObject' } },
          },
        },
      },
    }),
    sends: { body: 'of%5Bcolour%5D=text' },
  },
  ...Object.fromEntries(
    [[null], []].map((example): [string, OperationCase] => [
      `${JSON.stringify(example)} is no example of a list that must be sent`,
      {
        document: document3({ parameters: [{ ...numbers, required: true, schema: { ...anyOrNone, example } }] }),
        sends: { url: `${things}?ids=1` },
        tells: ['/parameters/0: The example or default of "ids" would send nothing; one is generated.'],
      },
    ]),
  ),
  'a list that may be left out may be empty': { document: document3({ parameters: [{ ...numbers, example: [] }] }), sends: { url: things } },
  'another example is taken where the first would send nothing': {
    document: document3({ parameters: [{ ...numbers, required: true, examples: { a: { value: [] }, b: { value: [4, 2] } } }] }),
    sends: { url: `${things}?ids=4&ids=2` },
    tells: ['The first example of "ids" would send nothing; another one is used.'],
  },
  'an object of which nothing is known is given something that can be sent': {
    document: document3({ parameters: [{ ...numbers, required: true, schema: { type: 'object' } }] }),
    sends: { url: `${things}?key=text` },
  },
  'a required parameter that can hold nothing is told': {
    document: document3({ parameters: [{ ...numbers, required: true, schema: { type: 'array', maxItems: 0 } }] }),
    sends: { url: things },
    tells: ['"ids" is required, but the example does not send it: no valid value was found.'],
  },
  ...Object.fromEntries(
    [
      ['form', '4, 2', 'ids=4,2'],
      ['spaceDelimited', '4 2', 'ids=4%202'],
      ['pipeDelimited', '4|2', 'ids=4%7C2'],
    ].map(([style, example, query]): [string, OperationCase] => [
      `a text is the list that it stands for: ${style}`,
      { document: document3({ parameters: [{ ...numbers, style, explode: false, example }] }), sends: { url: `${things}?${query}` } },
    ]),
  ),
  'spaces and bars are between items unless the parameter says otherwise': {
    document: document3({
      parameters: [
        { ...numbers, style: 'spaceDelimited', example: '4 2' },
        { ...numbers, name: 'more', style: 'pipeDelimited', explode: true, example: '4' },
      ],
    }),
    carries: { 'x-farebox': { examples: { ids: [4, 2], more: [4] } } },
  },
  'so is the text in the schema of a parameter, and its only item where each has a pair of its own': {
    document: document3({
      parameters: [
        { ...numbers, explode: false, schema: { ...numbers.schema, example: '4,2' } },
        { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' }, default: 'a,b' } },
        { name: 'X-Sizes', in: 'header', schema: { type: 'array', items: { enum: ['s', 'm'] }, example: 's,m' } },
      ],
    }),
    carries: { parameters: [{}, { schema: { default: ['a,b'] } }, { schema: { examples: [['s', 'm']] } }] },
    sends: { url: `${things}?ids=4,2&tag=a%2Cb`, headers: { 'X-Sizes': 's,m' } },
  },
  'so is the default of a list in 2.0': {
    document: document2({
      parameters: [
        { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, default: '4,2' },
        { name: 'status', in: 'query', type: 'array', collectionFormat: 'multi', items: { type: 'string', enum: ['sold', 'available'] }, default: 'sold,available' },
      ],
    }),
    carries: { parameters: [{ schema: { default: [4, 2] } }, { schema: { default: ['sold', 'available'] } }] },
    sends: { url: 'https://things.example/things?ids=4,2&status=sold&status=available' },
  },
  'a text whose parts are no items is none': {
    document: document3({ parameters: [{ ...numbers, explode: false, example: 'a,b' }] }),
    sends: { url: `${things}?ids=1` },
    tells: ['The example or default of "ids" does not fit its schema; one is generated.'],
  },
  'what a body requires and does not describe is sent': {
    document: jsonBody({ type: 'object', required: ['team', 'name'], properties: { name: { type: 'string' } } }, { team: 'blue', name: 'x' }),
    sends: { body: '{"name":"x","team":"blue"}' },
  },
  'a required parameter is not left without a value': {
    document: document3({ parameters: [{ name: 'X-Filter', in: 'header', required: true, schema: { type: 'object', properties: { colour: { type: 'string', example: 'red' } } } }] }),
    sends: { headers: { 'X-Filter': 'colour,red' } },
    tells: ['/paths/~1things/get/parameters/0: The document has no example of "X-Filter"'],
  },
  'what nothing here reads of a parameter, a body and its media type is told, and so are further examples': {
    document: posted({
      parameters: [{ name: 'q', in: 'query', ...text, 'x-note': 1, examples: { a: { value: 'a' }, b: { value: 'b' } } }],
      requestBody: { 'x-note': 1, content: { 'text/plain': { 'x-note': 1, ...text } } },
    }),
    sends: { url: `${things}?q=a` },
    tells: [
      '/paths/~1things/post/parameters/0: Not kept of the parameter: x-note',
      '/paths/~1things/post/parameters/0: Only one of its 2 examples is kept',
      '/paths/~1things/post/requestBody: Not kept of the request body: x-note',
      '/paths/~1things/post/requestBody/content/text~1plain: Not kept of the media type: x-note',
    ],
  },
  'a media type that stands elsewhere is told': {
    document: posted({ requestBody: { required: true, content: { 'application/json': { $ref: 'media.yaml' } } } }),
    tells: ['/content/application~1json: Any value is allowed: "media.yaml" is outside'],
  },
  'an operation wins over its path where both declare a parameter': {
    document: {
      ...document3({}),
      paths: {
        '/things': {
          parameters: [{ name: 'q', in: 'query', required: true, example: 'path', ...text }],
          get: { parameters: [{ name: 'q', in: 'query', required: true, example: 'own', ...text }], responses: {} },
        },
      },
    },
    sends: { method: 'GET', url: `${things}?q=own` },
  },
  'of a parameter that is declared twice the first is taken': {
    document: document3({
      parameters: [
        { name: 'q', in: 'query', ...text },
        { name: 'q', in: 'query', ...text },
      ],
    }),
    carries: { parameters: [{ name: 'q' }] },
    tells: ['/paths/~1things/get/parameters/1: The query parameter "q" is declared twice'],
  },
  'a path parameter that nobody declares is required text': {
    document: at('/things/{id}'),
    sends: { url: `${things}/text` },
    tells: ['The path names "id", which no parameter declares'],
  },
  'a path parameter that the path does not name is left out': {
    document: document3({ parameters: [{ name: 'id', in: 'path', required: true, ...text }] }),
    sends: { url: things },
    tells: ['The path has no place for the parameter "id"'],
  },
  'a path parameter is required, whatever the document says': {
    document: at('/things/{id}', { parameters: [{ name: 'id', in: 'path', ...text }] }),
    carries: { parameters: [{ name: 'id', required: true }] },
    tells: ['is not marked as required'],
  },
  'path variables in the manner of a router': {
    document: at('/things/:id', { parameters: [{ name: 'id', in: 'path', required: true, ...text }] }),
    carries: { path: '/things/{id}' },
    tells: ['The path is read as /things/{id}'],
  },
  'a query in the path goes with every request': {
    document: at('/things?action=list#top'),
    sends: { url: `${things}?action=list` },
    tells: ['"action=list" is part of the path', 'The fragment "#top"'],
  },
  'a variable in the query of the path is a query parameter': {
    document: at('/things?id={id}', { parameters: [{ name: 'id', in: 'path', required: true, example: 7, schema: { type: 'integer' } }] }),
    sends: { url: `${things}?id=7` },
    tells: ['"id" is in the query of the path'],
  },
  'headers that the request sets itself are told': {
    document: document3({ parameters: ['Accept', 'Content-Type', 'Authorization'].map((name) => ({ name, in: 'header', ...text })) }),
    tells: ['"Accept" is left out', '"Content-Type" is left out', '"Authorization" is left out'],
  },
  'a parameter with content is serialised as that': {
    document: document3({
      parameters: [
        { name: 'filter', in: 'query', required: true, content: { 'application/json': { schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } } } } },
      ],
    }),
    sends: { url: `${things}?filter=%7B%22a%22%3A1%7D` },
  },
  'a cookie parameter': { document: document3({ parameters: [{ name: 'sid', in: 'cookie', required: true, example: 'x1', ...text }] }), sends: { headers: { cookie: 'sid=x1' } } },
  'a parameter without a schema is text': {
    document: document3({ parameters: [{ name: 'q', in: 'query', required: true }] }),
    sends: { url: `${things}?q=text` },
    tells: ['The parameter "q" has no schema'],
  },
  'JSON is chosen before other media types, which are told': {
    document: posted({
      requestBody: {
        required: true,
        content: { 'application/xml': {}, 'application/vnd.x+json': { schema: { type: 'object', properties: { a: { type: 'string', example: 'b' } } } } },
      },
    }),
    sends: { headers: { 'content-type': 'application/vnd.x+json' }, body: '{"a":"b"}' },
    tells: ['it may also be application/xml'],
  },
  'the body of 2.0': {
    document: document2(
      { consumes: ['application/json'], parameters: [{ name: 'thing', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } }] },
      { definitions: { Thing: { type: 'object', required: ['a'], properties: { a: { type: 'integer', example: 3 } } } } },
      'post',
    ),
    carries: { requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/$defs/Thing' } } } } },
    sends: { url: 'https://things.example/things', body: '{"a":3}' },
  },
  'form fields of 2.0 are urlencoded': {
    document: document2({ parameters: [{ name: 'a', in: 'formData', type: 'string', required: true, 'x-example': 'b c' }] }, {}, 'post'),
    sends: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b+c' },
  },
  'a file of 2.0 is multipart, whatever it says it consumes': {
    document: document2({ consumes: ['application/x-www-form-urlencoded'], parameters: [{ name: 'f', in: 'formData', type: 'file', required: true }] }, {}, 'post'),
    carries: { requestBody: { content: { 'multipart/form-data': { schema: { properties: { f: { type: 'string', format: 'binary' } } } } } } },
    tells: ['Form fields are sent as multipart/form-data'],
  },
  'host, basePath and schemes of 2.0': {
    document: document2({}, { basePath: '/v2', schemes: ['http', 'https'] }),
    carries: { server: { url: 'https://things.example/v2' } },
    tells: ['https is used; the document offers http, https'],
  },
  'a document without a server gets a host that cannot be dialled': {
    document: { ...document3({}), servers: undefined },
    carries: { server: { url: 'https://upstream.invalid' } },
    tells: ['/servers: The document has no server'],
  },
  'a relative server keeps its path': {
    document: { ...document3({}), servers: [{ url: '/api/v3' }] },
    sends: { url: 'https://upstream.invalid/api/v3/things' },
    tells: ['/servers/0/url: The server "/api/v3" is relative'],
  },
  'variables of a server are kept, and the other servers told': {
    document: {
      ...document3({}),
      servers: [
        { url: 'https://{region}.example/{version}', variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: 2 } } },
        { url: 'https://other.example' },
      ],
    },
    carries: { server: { url: 'https://{region}.example/{version}', variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: '2' } } } },
    sends: { url: 'https://eu.example/2/things' },
    tells: ['the others are left out: https://other.example'],
  },
  'the server of the operation wins': { document: document3({ servers: [{ url: 'https://own.example' }] }), sends: { url: 'https://own.example/things' } },
  'security is a named secret, alternatives are told': {
    document: document3(
      { security: [{ api_key: [] }, { login: [] }, {}] },
      { securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'X-Key' }, login: { type: 'http', scheme: 'Basic' } } },
    ),
    carries: { 'x-farebox': { secrets: [{ name: 'THINGS_API_KEY', scheme: { type: 'apiKey', in: 'header', name: 'X-Key' } }] } },
    tells: ['it may also be called with login, or no credential'],
  },
  'basic and OAuth of 2.0 in the words of 3.1': {
    document: document2(
      { security: [{ a: [], b: ['read'] }] },
      { securityDefinitions: { a: { type: 'basic' }, b: { type: 'oauth2', flow: 'application', tokenUrl: 'https://things.example/token', scopes: { read: 'R' } } } },
    ),
    carries: {
      'x-farebox': {
        secrets: [
          { name: 'THINGS_A', scheme: { type: 'http', scheme: 'basic' } },
          { name: 'THINGS_B', scheme: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://things.example/token', scopes: { read: 'R' } } } } },
        ],
      },
    },
  },
  'all replies are kept with their media types and headers, the preferred type first': {
    document: document3({
      responses: {
        '404': { description: 'no', content: { 'application/problem+json': { schema: { type: 'object' }, example: { code: 4 } } } },
        default: { description: 'other' },
        '201': {
          description: 'made',
          headers: { Location: { description: 'Where it is.', schema: { type: 'string' } } },
          content: { 'text/csv': {}, 'application/json': { schema: { type: 'integer' }, example: 4 }, 'text/event-stream': {} },
        },
      },
    }),
    carries: {
      responses: {
        '201': {
          description: 'made',
          content: { 'application/json': { schema: { type: 'integer' }, example: 4 }, 'text/event-stream': {}, 'text/csv': {} },
          headers: { Location: { description: 'Where it is.', schema: { type: 'string' } } },
        },
        '404': { description: 'no', content: { 'application/problem+json': { schema: { type: 'object' }, example: { code: 4 } } } },
        default: { description: 'other' },
      },
    },
  },
  'a header of 2.0 is a schema with its description': {
    document: document2({ responses: { '200': { description: 'ok', headers: { 'X-Left': { type: 'integer', description: 'So many.' } } } } }),
    carries: { responses: { '200': { headers: { 'X-Left': { description: 'So many.', schema: { type: 'integer' } } } } } },
  },
  'an error reply of great size loses its schema and its example, and says so': {
    document: document3({
      responses: {
        '200': { description: 'fine' },
        '400': { description: 'no', content: { 'application/json': { schema: { enum: Array.from({ length: 400 }, (_, index) => `choice ${index}`) }, example: 'x'.repeat(3_000) } } },
      },
    }),
    carries: { responses: { '400': { description: 'no', content: { 'application/json': {} } } } },
    tells: ['The schema is left out: it is too large for a reference.'],
  },
  'of very many replies the first success and some others are kept': {
    document: document3({
      responses: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [String(400 + index), { description: '' }]).concat([['200', { description: 'fine' }]])),
    }),
    carries: { responses: { '200': { description: 'fine' }, '425': { description: '' } } },
    tells: ['The replies 426, '],
  },
  'numbers as response codes, in YAML': {
    document: 'openapi: 3.0.0\ninfo: {title: Things, version: 1.0}\npaths:\n  /things:\n    get:\n      responses:\n        200: {description: fine}\n',
    carries: { responses: { '200': { description: 'fine' } } },
  },
  'callbacks, webhooks, links and extensions are told': {
    document: { ...document3({ callbacks: { done: {} }, 'x-internal': true, responses: { '200': { description: '', links: { next: {} } } } }), webhooks: { created: {} } },
    tells: ['The callbacks done are not kept', '1 webhooks', 'Not kept of the operation: x-internal', 'The links of the reply'],
  },
  'an example of the document that is wrong is told and replaced': {
    document: document3({ parameters: [{ name: 'n', in: 'query', required: true, example: 50, schema: { type: 'integer', maximum: 9 } }] }),
    sends: { url: `${things}?n=1` },
    tells: ['The example or default of "n" does not fit its schema; one is generated'],
  },
  'the first example that fits is taken': {
    document: document3({ parameters: [{ name: 'n', in: 'query', examples: { a: { value: 'x' }, b: { value: 5 } }, schema: { type: 'integer' } }] }),
    sends: { url: `${things}?n=5` },
    tells: ['another one is used'],
  },
  'an example that cannot be part of a path is replaced': {
    document: at('/things/{id}', { parameters: [{ name: 'id', in: 'path', required: true, example: '../secret', ...text }] }),
    sends: { url: `${things}/text` },
  },
  'an optional field whose example cannot be sent is left out': {
    document: document3({ parameters: [{ name: 'X-Note', in: 'header', example: 'line\nbreak', schema: { type: 'string', enum: ['line\nbreak'], default: 'line\nbreak' } }] }),
    sends: { url: things, headers: {} },
    tells: ['The example of "X-Note" cannot be sent; it is left out'],
  },
  'alternatives that are all alike admit any': {
    document: jsonBody({ oneOf: [{ type: 'string' }, { type: 'string', minLength: 0 }] }),
    sends: { body: '"text"' },
    tells: ['No value fits exactly one of the alternatives'],
  },
  'a schema that nothing satisfies is not kept to': {
    document: jsonBody({ allOf: [{ type: 'string' }, { type: 'integer' }] }),
    tells: ['No value that can be sent satisfies the schema of the body'],
  },
  'an optional body with one example gets what that member needs': {
    document: posted({
      requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: { type: 'string', example: 'x' } } } } } },
    }),
    sends: { body: '{"a":1,"b":"x"}' },
  },
}; // biome-ignore format: a table
