import { expect, test } from 'vitest';
import { bindInput } from '../../../../lib/bind/bind.ts';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import type { MediaType, Operation, Schema } from '../../../../lib/operation/operation.ts';

function bind(mediaType: string, media: MediaType, input: JsonObject, required = true) {
  const operation: Operation = {
    server: { url: 'https://upstream.example' },
    method: 'post',
    path: '/',
    requestBody: { required, content: { [mediaType]: media } },
    $defs: { Name: { type: 'string' }, Icon: { type: 'string', contentEncoding: 'base64' }, Pet: pet },
  };
  return bindInput(operation, inputShape(operation), input);
}

function sent(mediaType: string, media: MediaType, input: JsonObject, required = true) {
  const result = bind(mediaType, media, input, required);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const { body, headers } = result.request;
  return { body, contentType: headers.find(([name]) => name === 'content-type')?.[1] };
}

function properties(names: Record<string, Schema>): Schema {
  return { type: 'object', properties: names };
}

const pet: Schema = properties({ name: { type: 'string' } });
const hello = 'aGVsbG8=';
const helloBytes = new TextEncoder().encode('hello');

test('a merged body is the object of its fields, in the order of the form', () => {
  const media = { schema: properties({ b: {}, a: { $ref: '#/$defs/Name' }, n: {} }) };
  expect(sent('application/json', media, { a: 'é', b: [1, null], n: null, other: 1 })).toEqual({
    body: '{"b":[1,null],"a":"é","n":null}',
    contentType: 'application/json',
  });
  expect(sent('application/vnd.api+json; charset=utf-8', media, {}).contentType).toBe(
    'application/vnd.api+json; charset=utf-8',
  );
});

test('a required body without fields is an empty object, an optional one is absent', () => {
  const media = { schema: properties({ a: {} }) };
  expect(sent('application/json', media, {}, true).body).toBe('{}');
  expect(sent('application/json', media, {}, false)).toEqual({ body: undefined, contentType: undefined });
});

test.each<[string, MediaType, JsonValue, string | Uint8Array, string]>(
  // biome-ignore format: a table
  [
    ['application/json', { schema: { type: 'array' } }, [1, 'a'], '[1,"a"]', 'application/json'],
    ['application/json', {}, null, 'null', 'application/json'],
    ['text/plain', {}, 'žluť {{x}}', 'žluť {{x}}', 'text/plain'],
    ['text/plain', {}, 1e21, '1000000000000000000000', 'text/plain'],
    ['text/*', {}, 'a', 'a', 'text/plain'],
    ['text/csv', {}, 'a,b', 'a,b', 'text/csv'],
    ['text/csv', { schema: { type: 'string', format: 'binary' } }, hello, helloBytes, 'text/csv'],
    ['application/octet-stream', {}, hello, helloBytes, 'application/octet-stream'],
    ['application/octet-stream', { schema: { type: 'string', contentEncoding: 'base64' } }, `data:;base64,${hello}`, hello, 'application/octet-stream'],
    ['image/*', {}, `data:image/png;base64,${hello}`, helloBytes, 'image/png'],
    ['image/png', {}, 'data:,hello', helloBytes, 'image/png'],
    ['*/*', {}, { a: 1 }, '{"a":1}', 'application/json'],
    ['application/x-ndjson', {}, '{}\n{}', '{}\n{}', 'application/x-ndjson'],
    ['application/xml', {}, '<a/>', '<a/>', 'application/xml'],
    ['application/x-www-form-urlencoded', {}, { a: 'b c' }, 'a=b+c', 'application/x-www-form-urlencoded'],
  ],
)('a whole body of %s', (mediaType, media, value, body, contentType) => {
  expect(sent(mediaType, media, { body: value })).toEqual({ body, contentType });
});

test.each<[Schema, JsonValue, JsonValue]>([
  [{ $ref: '#/$defs/Icon' }, `data:image/png;base64,${hello}`, hello],
  [
    { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Icon' }, { type: 'null' }] } },
    [`data:;base64,${hello}`, null, hello],
    [hello, null, hello],
  ],
  [{ type: 'string', format: 'byte' }, 'data:,hello', hello],
  [{ type: 'string', contentEncoding: 'base64url' }, 'data:;base64,+/+/', '-_-_'],
  [{ type: 'string' }, `data:image/png;base64,${hello}`, `data:image/png;base64,${hello}`],
  [{ type: 'string', format: 'uri' }, 'data:,x', 'data:,x'],
])('in JSON, a file is base64 where the schema %j says so', (schema, given, expected) => {
  const media = { schema: properties({ nested: properties({ file: schema }) }) };
  expect(sent('application/json', media, { nested: { file: given } }).body).toBe(
    JSON.stringify({ nested: { file: expected } }),
  );
});

test.each<[string, MediaType['encoding'], JsonValue, string]>(
  // biome-ignore format: a table
  [
    ['a scalar', undefined, 'a b&c=d+é', 'v=a+b%26c%3Dd%2B%C3%A9'],
    ['an array', undefined, ['a', 'b'], 'v=a&v=b'],
    ['an object', undefined, { R: 1 }, 'v=%7B%22R%22%3A1%7D'],
    ['an array of objects', undefined, [{ R: 1 }], 'v=%7B%22R%22%3A1%7D'],
    ['null', undefined, null, ''],
    ['an id as JSON', { v: { contentType: 'application/json' } }, 'f81d', 'v=%22f81d%22'],
    ['an array as JSON', { v: { contentType: 'application/json' } }, [1, 2], 'v=%5B1%2C2%5D'],
    ['form, exploded', { v: { style: 'form', explode: true } }, { R: 1, G: 2 }, 'R=1&G=2'],
    ['form, not exploded', { v: { explode: false } }, ['a', 'b'], 'v=a,b'],
    ['deepObject', { v: { style: 'deepObject', explode: true } }, { R: 1, G: [2] }, 'v%5BR%5D=1&v%5BG%5D%5B0%5D=2'],
    ['pipeDelimited', { v: { style: 'pipeDelimited' } }, ['a', 'b'], 'v=a%7Cb'],
    ['allowReserved', { v: { allowReserved: true } }, 'a/b?c', 'v=a/b?c'],
  ],
)('a form body: %s', (_, encoding, value, expected) => {
  const media: MediaType = { schema: properties({ v: {} }), ...(encoding ? { encoding } : {}) };
  expect(sent('application/x-www-form-urlencoded', media, { v: value }).body).toBe(expected);
});

test('the address of the specification’s form example decodes to itself', () => {
  const media: MediaType = { schema: properties({ id: { type: 'string' }, address: { type: 'object' } }) };
  const address = { streetAddress: '123 Example Dr.', city: 'Somewhere', state: 'CA', zip: '99999+1234' };
  const { body } = sent('application/x-www-form-urlencoded', media, { id: 'f81d4fae', address });
  const decoded = new URLSearchParams(String(body));
  expect(decoded.get('id')).toBe('f81d4fae');
  expect(JSON.parse(decoded.get('address') ?? '')).toEqual(address);
});

function parts(
  schema: Schema,
  input: JsonObject,
  encoding: NonNullable<MediaType['encoding']> = {},
): string[] {
  const { body, contentType } = sent('multipart/form-data', { schema, encoding }, input);
  const boundary = /^multipart\/form-data; boundary=(farebox-[0-9a-f]{16})$/.exec(contentType ?? '')?.[1];
  const text = typeof body === 'string' ? body : new TextDecoder('latin1').decode(body);
  const pieces = text.split(`--${boundary}`);
  expect(pieces[0]).toBe('');
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece) => piece.replace(/^\r\n/, '').replace(/\r\n$/, ''));
}

test('a multipart body has a part for each property and each item', () => {
  const schema = properties({
    id: { type: 'string' },
    n: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object' },
    rows: { type: 'array', items: { type: 'object' } },
    nothing: {},
  });
  const input = {
    id: 'a\r\nb',
    n: 1e21,
    tags: ['x', 'y'],
    address: { zip: 'é' },
    rows: [{ r: 1 }],
    nothing: null,
  };
  expect(parts(schema, input)).toEqual([
    'Content-Disposition: form-data; name="id"\r\n\r\na\r\nb',
    'Content-Disposition: form-data; name="n"\r\n\r\n1000000000000000000000',
    'Content-Disposition: form-data; name="tags"\r\n\r\nx',
    'Content-Disposition: form-data; name="tags"\r\n\r\ny',
    'Content-Disposition: form-data; name="address"\r\nContent-Type: application/json\r\n\r\n{"zip":"é"}',
    'Content-Disposition: form-data; name="rows"\r\nContent-Type: application/json\r\n\r\n{"r":1}',
  ]);
});

test.each<[Schema, string, string | undefined, string, string]>(
  // biome-ignore format: a table
  [
    [{ type: 'string', format: 'binary' }, hello, undefined, 'f', 'application/octet-stream'],
    [{ type: 'string', contentMediaType: 'image/png' }, hello, undefined, 'f.png', 'image/png'],
    [{ type: 'string', contentMediaType: 'application/octet-stream' }, `data:text/plain;name=a%22b.txt;base64,${hello}`, undefined, 'a%22b.txt', 'text/plain'],
    [{ type: 'string', format: 'binary' }, `data:image/webp;base64,${hello}`, 'image/png, image/*', 'f.webp', 'image/webp'],
    [{ type: 'string', format: 'binary' }, `data:image/webp;base64,${hello}`, 'image/png, image/jpeg', 'f.png', 'image/png'],
    [{ anyOf: [{ type: 'string', format: 'binary' }, { type: 'null' }] }, hello, undefined, 'f', 'application/octet-stream'],
    [{}, 'data:text/csv,hello', undefined, 'f.csv', 'text/csv'],
  ],
)('a file part of %j given %s', (schema, value, contentType, fileName, expectedType) => {
  const encoding = contentType === undefined ? {} : { f: { contentType } };
  const head = `Content-Disposition: form-data; name="f"; filename="${fileName}"\r\nContent-Type: ${expectedType}`;
  expect(parts(properties({ f: schema }), { f: value }, encoding)).toEqual([`${head}\r\n\r\nhello`]);
});

test('base64 in a multipart body stays base64 where the schema says so', () => {
  const schema = properties({ icon: { type: 'string', contentEncoding: 'base64' } });
  expect(parts(schema, { icon: `data:image/png;base64,${hello}` })).toEqual([
    `Content-Disposition: form-data; name="icon"\r\n\r\n${hello}`,
  ]);
});

test('an encoding gives a part its type or its style', () => {
  const schema = properties({
    meta: { type: 'object' },
    note: { type: 'string' },
    list: { type: 'array' },
    pet: { $ref: '#/$defs/Pet' },
  });
  const encoding = {
    meta: { contentType: 'application/vnd.api+json' },
    note: { contentType: 'text/markdown' },
    list: { style: 'pipeDelimited' as const },
    pet: { contentType: 'application/xml' },
  };
  const input = { meta: { a: 1 }, note: '# x', list: ['a', 'b'], pet: { name: 'Rex' } };
  expect(parts(schema, input, encoding)).toEqual([
    'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/vnd.api+json\r\n\r\n{"a":1}',
    'Content-Disposition: form-data; name="note"\r\nContent-Type: text/markdown\r\n\r\n# x',
    'Content-Disposition: form-data; name="list"\r\n\r\na|b',
    'Content-Disposition: form-data; name="pet"\r\nContent-Type: application/xml\r\n\r\n<?xml version="1.0" encoding="UTF-8"?>\n<Pet><name>Rex</name></Pet>',
  ]);
});

test('the boundary follows from the content and does not stand in it', () => {
  const schema = properties({ a: { type: 'string' }, f: { type: 'string', format: 'binary' } });
  const first = sent('multipart/form-data', { schema }, { a: 'x', f: hello });
  expect(sent('multipart/form-data', { schema }, { a: 'x', f: hello })).toEqual(first);
  expect(sent('multipart/form-data', { schema }, { a: 'y', f: hello }).contentType).not.toBe(
    first.contentType,
  );
});

const animals = (items: Schema, xml?: JsonObject): Schema =>
  properties({ animals: { type: 'array', items, ...(xml ? { xml } : {}) } });
const animal: Schema = { type: 'string', xml: { name: 'animal' } };

test.each<[string, Schema, JsonObject, string]>(
  // biome-ignore format: a table
  [
    ['a string', properties({ animals: { type: 'string' } }), { animals: 'cat' }, '<animals>cat</animals>'],
    ['an array', animals({ type: 'string' }), { animals: ['a', 'b'] }, '<animals>a</animals><animals>b</animals>'],
    ['a name', properties({ animals: animal }), { animals: 'cat' }, '<animal>cat</animal>'],
    ['names of items', animals(animal), { animals: ['a', 'b'] }, '<animal>a</animal><animal>b</animal>'],
    ['an outer name that does not count', animals(animal, { name: 'aliens' }), { animals: ['a'] }, '<animal>a</animal>'],
    ['wrapped', animals({ type: 'string' }, { wrapped: true }), { animals: ['a'] }, '<animals><animals>a</animals></animals>'],
    ['wrapped, items named', animals(animal, { wrapped: true }), { animals: ['a'] }, '<animals><animal>a</animal></animals>'],
    ['wrapped, both named', animals(animal, { wrapped: true, name: 'aliens' }), { animals: ['a'] }, '<aliens><animal>a</animal></aliens>'],
    ['wrapped, wrapper named', animals({ type: 'string' }, { wrapped: true, name: 'aliens' }), { animals: ['a'] }, '<aliens><aliens>a</aliens></aliens>'],
    [
      'a prefix and its namespace',
      properties({ name: { type: 'string', xml: { namespace: 'https://e.example/s', prefix: 'sample' } } }),
      { name: 'x' },
      '<sample:name xmlns:sample="https://e.example/s">x</sample:name>',
    ],
    ['text that looks like markup', properties({ a: {} }), { a: `<&>"'\n{{x}}` }, '<a>&lt;&amp;&gt;&quot;&apos;&#10;{{x}}</a>'],
    ['nested objects, nulls, numbers', properties({ a: properties({ b: {}, c: {} }) }), { a: { b: 1e21, c: null } }, '<a><b>1000000000000000000000</b></a>'],
  ],
)('an XML body: %s', (_, schema, input, inner) => {
  expect(sent('application/xml', { schema }, input).body).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<root>${inner}</root>`,
  );
});

test('the root of an XML body is named as its definition, and carries its attributes', () => {
  const person: Schema = {
    type: 'object',
    properties: { id: { type: 'integer', xml: { attribute: true } }, name: { type: 'string' } },
    xml: { namespace: 'https://e.example/p' },
  };
  const operation: Operation = {
    server: { url: 'https://upstream.example' },
    method: 'put',
    path: '/',
    requestBody: { required: true, content: { 'text/xml': { schema: { $ref: '#/$defs/Person' } } } },
    $defs: { Person: person },
  };
  expect(bindInput(operation, inputShape(operation), { id: 123, name: 'example' })).toMatchObject({
    request: {
      body: '<?xml version="1.0" encoding="UTF-8"?>\n<Person xmlns="https://e.example/p" id="123"><name>example</name></Person>',
    },
  });
});

test.each<[string, MediaType, JsonObject, { pointer: string; detail: string }]>(
  // biome-ignore format: a table
  [
    ['application/octet-stream', {}, { body: 'not base64!' }, { pointer: '/body', detail: 'must be a file, as a data URL or base64' }],
    [
      'multipart/form-data',
      { schema: properties({ f: { format: 'binary' } }) },
      { f: 'not base64!' },
      { pointer: '/f', detail: 'must be a file, as a data URL or base64' },
    ],
    ['multipart/form-data', {}, { body: [1] }, { pointer: '/body', detail: 'must be an object: its members are the parts of the body' }],
    ['multipart/form-data', {}, { body: { a: '\ud800' } }, { pointer: '/body/a', detail: 'must be well-formed text' }],
    ['application/x-www-form-urlencoded', { schema: properties({ a: {} }) }, { a: '\ud800' }, { pointer: '/a', detail: 'must be well-formed text' }],
    ['text/plain', {}, { body: '\ud800' }, { pointer: '/body', detail: 'must be well-formed text' }],
    ['application/xml', {}, { body: { 'a b': 1 } }, { pointer: '/body', detail: 'cannot be written as XML: "a b" is not an element name' }],
    ['application/xml', {}, { body: { a: '\u0000' } }, { pointer: '/body', detail: 'cannot be written as XML: it contains a control character' }],
  ],
)('%s: %j given %j is refused', (mediaType, media, input, error) => {
  expect(bind(mediaType, media, input)).toEqual({ ok: false, errors: [error] });
});
