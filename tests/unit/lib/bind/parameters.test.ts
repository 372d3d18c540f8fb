import { expect, test } from 'vitest';
import { bindInput } from '../../../../lib/bind/bind.ts';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import type { Operation, Parameter } from '../../../../lib/operation/operation.ts';

function operation(parts: Partial<Operation>): Operation {
  return { server: { url: 'https://upstream.example/v1/' }, method: 'get', path: '/x', ...parts };
}

function bind(parts: Partial<Operation>, input: JsonObject, variables?: Record<string, string>) {
  const given = operation(parts);
  return bindInput(given, inputShape(given), input, variables);
}

function bound(parts: Partial<Operation>, input: JsonObject, variables?: Record<string, string>) {
  const result = bind(parts, input, variables);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.request;
}

function refused(parts: Partial<Operation>, input: JsonObject, variables?: Record<string, string>) {
  const result = bind(parts, input, variables);
  return result.ok ? [] : result.errors;
}

type Written = Omit<Parameter, 'name'> & { name?: string };

/** The piece of the request that one parameter called `color` becomes. */
function written(parameter: Written, value: JsonValue): string | undefined {
  const whole: Parameter = { name: 'color', ...parameter };
  const path = parameter.in === 'path' ? '/x/{color}' : '/x';
  const request = bound({ path, parameters: [whole] }, { color: value });
  if (parameter.in === 'path') return request.url.slice('https://upstream.example/v1/x/'.length);
  if (parameter.in === 'query') return request.url.slice('https://upstream.example/v1/x'.length);
  const header = parameter.in === 'header' ? 'color' : 'cookie';
  return request.headers.find(([name]) => name === header)?.[1];
}

const text = 'blue';
const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

/** As it is in OpenAPI 3.1.1: what an empty text, a text, a list and an object become. */
const styles: [Parameter['in'], Parameter['style'], boolean, ...(string | null)[]][] = [
  ['path', 'matrix', false, null, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, null, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, null, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, null, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, null, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, null, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['header', 'simple', false, null, null, 'blue,black,brown', 'R,100,G,200,B,150'],
  ['header', 'simple', true, null, null, null, 'R=100,G=200,B=150'],
  ['query', 'form', false, '?color=', '?color=blue', '?color=blue,black,brown', '?color=R,100,G,200,B,150'],
  ['query', 'form', true, '?color=', '?color=blue', '?color=blue&color=black&color=brown', '?R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, null, null, '?color=blue%20black%20brown', '?color=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, null, null, '?color=blue%7Cblack%7Cbrown', '?color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, null, null, null, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['cookie', 'form', false, null, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['cookie', 'form', true, null, null, 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
]; // biome-ignore format: a table

test.each(styles)('a parameter in %s, %s, explode %s', (place, style, explode, ...expected) => {
  for (const [at, value] of ['', text, list, object].entries())
    if (expected[at] !== null) expect(written({ in: place, style, explode }, value)).toBe(expected[at]);
});

test.each<[Written, JsonValue, string | undefined]>(
  // biome-ignore format: a table
  [
    [{ in: 'query' }, list, '?color=blue&color=black&color=brown'],
    [{ in: 'query' }, 'a b&c=d+e%/é', '?color=a%20b%26c%3Dd%2Be%25%2F%C3%A9'],
    [{ in: 'query' }, "{{x}} ${x} <script>'", '?color=%7B%7Bx%7D%7D%20%24%7Bx%7D%20%3Cscript%3E%27'],
    [{ in: 'query' }, null, ''],
    [{ in: 'query' }, [], ''],
    [{ in: 'query' }, {}, ''],
    [{ in: 'query' }, [null, 1, null], '?color=1'],
    [{ in: 'query' }, [''], '?color='],
    [{ in: 'query' }, true, '?color=true'],
    [{ in: 'query' }, 1e21, '?color=1000000000000000000000'],
    [{ in: 'query' }, -1.5e-7, '?color=-0.00000015'],
    [{ in: 'query' }, 1.25e22, '?color=12500000000000000000000'],
    [{ in: 'query' }, -0, '?color=0'],
    [{ in: 'query', explode: false }, ['a,b', 'c'], '?color=a%2Cb,c'],
    [{ in: 'query' }, [{ a: 1 }], '?color=%7B%22a%22%3A1%7D'],
    [{ in: 'query', style: 'deepObject', explode: true }, { a: { b: [1, { c: 2 }] } }, '?color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=2'],
    [{ in: 'query', style: 'spaceDelimited', explode: true }, list, '?color=blue&color=black&color=brown'],
    [{ in: 'query', style: 'pipeDelimited' }, list, '?color=blue%7Cblack%7Cbrown'],
    [{ in: 'query', allowReserved: true }, "x/y?z=1&a+b#c[%20%]';,", '?color=x/y?z%3D1%26a%2Bb%23c%5B%20%25%5D%27;%2C'],
    [{ in: 'query', content: { 'application/json': {} } }, { a: ['é'] }, '?color=%7B%22a%22%3A%5B%22%5Cu00e9%22%5D%7D'],
    [{ in: 'query', content: { 'application/json': {} } }, 'x', '?color=%22x%22'],
    [{ in: 'query', content: { 'text/plain': {} } }, 'x y', '?color=x%20y'],
    [{ in: 'header' }, 'é ü', 'é ü'],
    [{ in: 'header' }, '', ''],
    [{ in: 'header' }, null, undefined],
    [{ in: 'header', content: { 'application/json': {} } }, { a: 'žluť\n' }, '{"a":"\\u017elu\\u0165\\n"}'],
    [{ in: 'cookie' }, 'a; b=c', 'color=a%3B%20b%3Dc'],
    [{ in: 'path' }, 'a b?c#d', 'a%20b%3Fc%23d'],
    [{ in: 'path' }, '{{x}}<script>', '%7B%7Bx%7D%7D%3Cscript%3E'],
    [{ in: 'path' }, 42, '42'],
    [{ in: 'path' }, 'v1..2', 'v1..2'],
    [{ in: 'path', allowReserved: true }, 'a/b:c', 'a/b:c'],
  ],
)('%j given %j is written as %j', (parameter, value, expected) => {
  expect(written(parameter, value)).toBe(expected);
});

test.each<[Written, JsonValue, string]>(
  // biome-ignore format: a table
  [
    [{ in: 'path' }, '.', 'must not be . or .. : it is part of the path'],
    [{ in: 'path' }, '..', 'must not be . or .. : it is part of the path'],
    [{ in: 'path' }, '%2e%2e', 'must not be . or .. : it is part of the path'],
    [{ in: 'path' }, '%252E.', 'must not be . or .. : it is part of the path'],
    [{ in: 'path' }, '..;a=b', 'must not be . or .. : it is part of the path'],
    [{ in: 'path' }, 'a/b', 'must not contain a slash: it is part of the path'],
    [{ in: 'path' }, 'a%2fb', 'must not contain a slash: it is part of the path'],
    [{ in: 'path' }, '..%2F..%2Fetc', 'must not contain a slash: it is part of the path'],
    [{ in: 'path' }, 'a\\b', 'must not contain a backslash: it is part of the path'],
    [{ in: 'path' }, 'a%5cb', 'must not contain a backslash: it is part of the path'],
    [{ in: 'path' }, 'a\r\nb', 'must not contain control characters: it is part of the path'],
    [{ in: 'path' }, 'a%00', 'must not contain control characters: it is part of the path'],
    [{ in: 'path' }, '', 'must not be empty: it is part of the path'],
    [{ in: 'path' }, [], 'must not be empty: it is part of the path'],
    [{ in: 'path' }, [''], 'must not be empty: it is part of the path'],
    [{ in: 'path' }, null, 'must not be empty: it is part of the path'],
    [{ in: 'path' }, ['a', '..'], 'must not be . or .. : it is part of the path'],
    [{ in: 'path', allowReserved: true }, 'a/../b', 'must not be . or .. : it is part of the path'],
    [{ in: 'path' }, '\ud800', 'must be well-formed text'],
    [{ in: 'query' }, '\ud800', 'must be well-formed text'],
    [{ in: 'query', style: 'spaceDelimited' }, ['new york', 'x'], 'must not contain a space: it separates the items'],
    [{ in: 'query', style: 'pipeDelimited' }, ['a|b', 'x'], 'must not contain a vertical bar: it separates the items'],
    [{ in: 'header' }, 'a\r\nX-Evil: 1', 'must not contain line breaks, control characters or characters beyond Latin-1: it is a header'],
    [{ in: 'header' }, 'a\u0000', 'must not contain line breaks, control characters or characters beyond Latin-1: it is a header'],
    [{ in: 'header' }, 'žluť', 'must not contain line breaks, control characters or characters beyond Latin-1: it is a header'],
    [{ in: 'header' }, ['a', 'b\n'], 'must not contain line breaks, control characters or characters beyond Latin-1: it is a header'],
    [{ in: 'header' }, ' a', 'must not begin or end with a space: it is a header'],
    [{ in: 'cookie' }, 'a\r\nb', 'must not contain line breaks or control characters: it is a cookie'],
  ],
)('%j given %j is refused: %s', (parameter, value, detail) => {
  const path = parameter.in === 'path' ? '/x/{color}' : '/x';
  expect(refused({ path, parameters: [{ name: 'color', ...parameter }] }, { color: value })).toEqual([
    { pointer: '/color', detail },
  ]);
});

test('a label of nothing would be a dot segment', () => {
  const parameters: Parameter[] = [{ name: 'a', in: 'path', style: 'label', explode: true }];
  expect(refused({ path: '/x/{a}', parameters }, { a: [''] })).toHaveLength(1);
  expect(refused({ path: '/x/.{a}', parameters: [{ name: 'a', in: 'path' }] }, { a: '.' })).toHaveLength(1);
});

test('a path variable without a value is refused', () => {
  const parameters: Parameter[] = [{ name: 'id', in: 'path' }];
  expect(refused({ path: '/x/{id}/{other}', parameters }, { id: 'a' })).toEqual([
    { pointer: '', detail: 'The path variable {other} has no value.' },
  ]);
});

test.each<[Operation['server'], string, Record<string, string>, string]>(
  // biome-ignore format: a table
  [
    [{ url: 'https://a.example' }, '/x', {}, 'https://a.example/x'],
    [{ url: 'https://a.example/' }, '/x', {}, 'https://a.example/x'],
    [{ url: 'https://A.example:443/v1//' }, '/x/', {}, 'https://a.example/v1/x/'],
    [{ url: 'https://a.example/v1?key=1' }, '/x?mode=2#part', {}, 'https://a.example/v1/x?key=1&mode=2'],
    [{ url: 'https://a.example/a b' }, '/ö', {}, 'https://a.example/a%20b/%C3%B6'],
    [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '4010' } } }, '/x', {}, 'http://127.0.0.1:4010/x'],
    [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '4010' } } }, '/x', { port: '5000' }, 'http://127.0.0.1:5000/x'],
    [
      { url: '{scheme}://{host}/{base}', variables: { scheme: { default: 'https', enum: ['https'] }, host: { default: 'a.example' }, base: { default: 'v1/b' } } },
      '/x',
      {},
      'https://a.example/v1/b/x',
    ],
    [{ url: '{root}/v2', variables: { root: { default: 'https://a.example/r' } } }, '/x', {}, 'https://a.example/r/v2/x'],
  ],
)('the server %j and the path %s, with %j', (server, path, variables, expected) => {
  expect(bound({ server, path }, {}, variables).url).toBe(expected);
});

test.each<[Operation['server'], Record<string, string>, string]>(
  // biome-ignore format: a table
  [
    [{ url: '/v1' }, {}, 'The server URL /v1 is not an absolute http or https URL.'],
    [{ url: 'ftp://a.example' }, {}, 'The server URL ftp://a.example is not an absolute http or https URL.'],
    [{ url: 'https://user:pass@a.example' }, {}, 'The server URL must not contain a user name.'],
    [{ url: 'https://{host}' }, {}, 'The server variable host has no value.'],
    [{ url: 'https://{host}' }, { host: 'a@b' }, 'The server variable host must not be "a@b" at its place in the URL.'],
    [{ url: 'https://{host}' }, { host: 'a/b' }, 'The server variable host must not be "a/b" at its place in the URL.'],
    [{ url: 'https://{host}.a.example' }, { host: 'b#' }, 'The server variable host must not be "b#" at its place in the URL.'],
    [{ url: 'https://a.example/{base}' }, { base: 'v1/../../x' }, 'The server variable base must not leave its path.'],
    [{ url: 'https://a.example/{base}' }, { base: 'v1?x' }, 'The server variable base must not be "v1?x" at its place in the URL.'],
    [
      { url: 'https://{region}.a.example', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
      { region: 'xx' },
      'The server variable region must be one of eu, us.',
    ],
  ],
)('the server %j with %j is refused', (server, variables, detail) => {
  expect(refused({ server }, {}, variables)).toEqual([{ pointer: '', detail }]);
});

test('a path of the document that a parser would rewrite is refused', () => {
  expect(refused({ path: '/a/../b' }, {})).toMatchObject([{ pointer: '' }]);
});

test('several parameters share one query and one cookie header', () => {
  const parameters: Parameter[] = [
    { name: 'a', in: 'query', schema: {} },
    { name: 'b', in: 'cookie', schema: {} },
    { name: 'a', in: 'cookie', schema: {} },
    { name: 'c', in: 'query', schema: {} },
    { name: 'X-D', in: 'header', schema: {} },
  ];
  expect(bound({ parameters }, { a: 1, b: 2, cookie_a: 3, c: 4, 'X-D': 5, unknown: 6 })).toEqual({
    method: 'GET',
    url: 'https://upstream.example/v1/x?a=1&c=4',
    headers: [
      ['X-D', '5'],
      ['cookie', 'b=2; a=3'],
    ],
  });
});

test('base64 in a parameter loses the data URL around it', () => {
  const parameter: Parameter = {
    name: 'key',
    in: 'query',
    schema: { type: 'string', contentEncoding: 'base64' },
  };
  expect(bound({ parameters: [parameter] }, { key: 'data:;base64,aGk=' }).url).toMatch(/\?key=aGk%3D$/);
});
