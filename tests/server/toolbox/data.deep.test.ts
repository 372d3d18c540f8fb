import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../lib/json/json.ts';
import { runs } from '../../setup/runs.ts';
import { formBody, jsonBody, startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

const abc256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('JSON in, JSON out', () => {
  const cases: [string, string, JsonValue, JsonValue][] = [
    ['CSV with quotes, a guessed delimiter, and a number that must stay text', '/csv/json', { csv: 'a;b\n"x;1";007\n' }, { delimiter: ';', rows: [{ a: 'x;1', b: '007' }] }],
    ['CSV without numbers', '/csv/json', { csv: 'a\n5\n', numbers: false }, { rows: [{ a: '5' }] }],
    ['a document that fits its schema', '/json/validation', { schema: { type: 'integer' }, document: 5 }, { valid: true, errors: [] }],
    ['a pattern that would hang a backtracking engine', '/json/validation', { schema: { pattern: '^(a+)+$' }, document: `${'a'.repeat(40)}!` }, { valid: false }],
    ['equal documents', '/json/diff', { before: { a: [1] }, after: { a: [1] } }, { equal: true, patch: [] }],
    [
      'keys that objects have as methods',
      '/json/diff',
      { before: { toString: 1 }, after: { valueOf: 2 } },
      {
        equal: false,
        patch: [
          { op: 'remove', path: '/toString' },
          { op: 'add', path: '/valueOf', value: 2 },
        ],
      },
    ],
    ['a changed document', '/json/diff', { before: { a: 1 }, after: { a: 2 } }, { equal: false, patch: [{ op: 'replace', path: '/a', value: 2 }] }],
    ['a patch of the whole document', '/json/patch', { document: 1, patch: [{ op: 'replace', path: '', value: [2] }] }, { document: [2] }],
    [
      'a patch that moves and copies',
      '/json/patch',
      {
        document: { a: 1 },
        patch: [
          { op: 'copy', from: '/a', path: '/b' },
          { op: 'move', from: '/a', path: '/c' },
        ],
      },
      { document: { b: 1, c: 1 } },
    ],
    ['a text diff by lines', '/texts/diff', { before: 'a\nb\n', after: 'a\nc\n' }, { added: 1, removed: 1, patch: '--- before\n+++ after\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n' }],
    ['equal texts', '/texts/diff', { before: 'a\n', after: 'a\n' }, { added: 0, removed: 0, patch: '' }],
    ['what a reader counts as one character', '/texts/counts', { text: '👩‍👩‍👧 naïve' }, { characters: 7, words: 1 }],
    [
      'the reading ease of a simple sentence',
      '/texts/readability',
      { text: 'The cat sat on the mat.' },
      { words: 6, sentences: 1, syllables: 6, scores: { fleschReadingEase: 116.15 } },
    ],
    ['keywords by how often they come back', '/texts/keywords', { text: 'Trains and boats. Trains and trains. A boat.' }, { keywords: [{ keyword: 'Trains', count: 3 }, { count: 2 }] }],
    ['a phone number of another country', '/phone-numbers/parse', { number: '+1 213 373 4253' }, { valid: true, country: 'US', e164: '+12133734253' }],
    ['what is no phone number', '/phone-numbers/parse', { number: 'call me' }, { valid: false, e164: null }],
    [
      'a token whose secret is wrong',
      '/tokens/decode',
      {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJyaWRlci00MiIsInNjb3BlIjoicmlkZSIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwfQ.ZhtApC6LF-K-YHZ1UekWvMN_Rxn9g4ucKlFVUJUvb3M',
        secret: 'wrong',
      },
      { claims: { sub: 'rider-42' }, signature: 'invalid' },
    ],
    ['a known digest', '/hashes', { text: 'abc' }, { hashes: [{ algorithm: 'sha256', digest: abc256 }] }],
    [
      'several digests, of repeated parameters',
      '/hashes?algorithms=md5&algorithms=sha1',
      { text: 'abc', encoding: 'base64' },
      { hashes: [{ digest: 'kAFQmDzST7DWlj99KOF/cg==' }, { digest: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' }] },
    ],
  ]; // biome-ignore format: a table
  test.each(cases)('%s', async (_name, path, input, expected) => {
    const response = await fetch(toolbox.url + path, jsonBody(input));
    expect(await response.json()).toMatchObject(Object(expected));
    expect(response.status).toBe(200);
  });
});

describe('parameters in, JSON out', () => {
  test.each(
    // biome-ignore format: a table
    [
      ['/slugs?texts=%C3%9Cber%20uns&texts=Hello%20World', { slugs: [{ slug: 'ueber-uns' }, { slug: 'hello-world' }] }],
      ['/slugs?texts=a+b&separator=_', { slugs: [{ text: 'a b', slug: 'a_b' }] }],
      ['/versions?versions=1.0.0,1.2.0,0.9.0&range=%5E1.0.0', { sorted: ['0.9.0', '1.0.0', '1.2.0'], best: '1.2.0' }],
      ['/units/celsius/fahrenheit?values=5%20-40', { measure: 'temperature', results: [{ result: 41 }, { result: -40 }] }],
      ['/units/kg/lb?values=1', { results: [{ value: 1, result: 2.20462262185 }] }],
      [
        '/times?at=2026-07-01T12:00&from=UTC&zones=Asia/Kolkata|Europe/Lisbon',
        {
          utc: '2026-07-01T12:00:00.000Z',
          times: [{}, { offsetMinutes: 330 }, { local: '2026-07-01T13:00:00.000+01:00' }],
        },
      ],
      ['/holidays/US/2026?types=public', { holidays: expect.arrayContaining([{ date: '2026-11-26', name: 'Thanksgiving Day', type: 'public' }]) }],
      [
        '/cron-runs?from=2026-03-28T12:00:00Z&expression=30 2 * * *&count=2',
        {
          runs: [
            { utc: '2026-03-29T01:30:00.000Z' },
            { utc: '2026-03-30T00:30:00.000Z', local: '2026-03-30T02:30:00.000+02:00' },
          ],
        },
      ],
      ['/colours/contrast?foreground=black&background=white', { ratio: 21, apca: 106, passes: { normalAAA: true } }],
      ['/colours/conversion?colour=red&spaces=hsl,lab', { hex: '#ff0000', inSrgb: true, spaces: [{ css: 'hsl(0 100% 50%)' }, { css: 'lab(54.29% 80.8 69.89)' }] }],
      ['/colours/conversion?colour=color(display-p3%200%201%200)&spaces=srgb', { inSrgb: false }],
      ['/colours/scale?scale[from]=black&scale[to]=white&scale[steps]=3&scale[space]=srgb', { colours: ['#000000', '#808080', '#ffffff'] }],
      ['/isbns/0-306-40615-2', { valid: true, isbn13: '978-0-306-40615-7' }],
      ['/isbns/9780131103628', { valid: false, clues: [expect.stringContaining('checksum'), expect.any(String)] }],
      ['/isbns/123456789', { valid: false, clues: ['An ISBN has 10 or 13 digits, and this has 9.'] }],
      ['/ids?kind=uuid4&count=2', { ids: [expect.stringMatching(/^[\da-f-]{14}4/), expect.any(String)] }],
      ['/ids?kind=uuid7', { ids: [expect.stringMatching(/^[\da-f-]{14}7/)] }],
      ['/ids?kind=ulid', { ids: [expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)] }],
      ['/ids?kind=nanoid', { ids: [expect.stringMatching(/^[\w-]{21}$/)] }],
    ],
  )('%s', async (path, expected) => {
    const response = await fetch(toolbox.url + path);
    expect(await response.json()).toMatchObject(expected);
    expect(response.status).toBe(200);
  });
});

describe('forms in, JSON out', () => {
  test.each<[string, [string, string][], object]>(
    // biome-ignore format: a table
    [
      ['/texts/language', [['text', 'Où est la gare, s’il vous plaît ?']], { language: 'fr' }],
      ['/texts/language', [['text', 'Dove si trova la stazione?'], ['candidates', 'it'], ['candidates', 'fr'], ['top', '1']], { language: 'it', languages: [{ name: 'Italian' }] }],
      ['/ibans/check', [['ibans', 'NL91 ABNA 0417 1643 00']], { results: [{ valid: true, country: 'NL' }] }],
      ['/ibans/check', [['ibans', 'NL92ABNA0417164300'], ['ibans', 'x']], { results: [{ valid: false, errors: ['WrongIBANChecksum'] }, { valid: false }] }],
      ['/passwords/check', [['password', '123456']], { score: 0 }],
      ['/passwords/check', [['password', 'vB9-kq!tz7Lm_wX4']], { score: 4, warning: null }],
    ],
  )('%s %j', async (path, fields, expected) => {
    const response = await fetch(toolbox.url + path, formBody(fields));
    expect(await response.json()).toMatchObject(expected);
  });
});

test('an HMAC takes its key from a header', async () => {
  const request = jsonBody({ text: 'what do ya want for nothing?' });
  const headers = { ...request.headers, 'Hmac-Key': 'Jefe' };
  const body = await (await fetch(`${toolbox.url}/hashes`, { ...request, headers })).json();
  const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(body).toMatchObject({ keyed: true, hashes: [{ algorithm: 'sha256', digest }] });
});

test('holidays are named in the language of the header', async () => {
  const url = `${toolbox.url}/holidays/DE/2027`;
  const body = await (await fetch(url, { headers: { 'Names-Language': 'de' } })).json();
  expect(body).toMatchObject({
    holidays: expect.arrayContaining([{ date: '2027-01-01', name: 'Neujahr', type: 'public' }]),
  });
});

test('objects become CSV with quotes where they are due', async () => {
  const rows = [
    { a: 1, b: 'x,"y"' },
    { b: null, c: '=1+1' },
  ];
  const response = await fetch(`${toolbox.url}/json/csv`, jsonBody({ rows, escapeFormulas: true }));
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await response.text()).toBe(`a,b,c\n1,"x,""y""",\n,,'=1+1\n`);
});

describe('what makes no sense is 422 with a sentence', () => {
  test.each<[string, RequestInit, string]>(
    // biome-ignore format: a table
    [
      ['/json/diff', jsonBody({ before: Array(2001).fill(0), after: [] }), 'more than 2000 items'],
      ['/json/patch', jsonBody({ document: {}, patch: [{ op: 'remove', path: '/a' }] }), 'Change 1, remove /a, cannot be made'],
      ['/json/validation', jsonBody({ schema: { $ref: 'https://example.com/x.json' }, document: 1 }), "can't resolve reference"],
      ['/json/validation', jsonBody({ schema: { $async: true, type: 'integer' }, document: 'x' }), '"$async" is not a keyword'],
      ['/json/validation', jsonBody({ schema: { type: 'colour' }, document: 1 }), 'The schema cannot be used'],
      ['/json/validation', jsonBody({ schema: bomb(40), document: 1 }), 'ms of work'],
      ['/json/patch', jsonBody({ document: [1], patch: [{ op: 'replace', path: '/x', value: 1 }] }), 'Change 1, replace /x, cannot be made'],
      ['/csv/json', jsonBody({ csv: 'a,b\n1\n' }), 'The CSV cannot be read'],
      ['/texts/readability', jsonBody({ text: '...' }), 'no words'],
      ['/tokens/decode', jsonBody({ token: 'a.b.c' }), 'not a JSON Web Token'],
      ['/phone-numbers/parse', jsonBody({ number: '123', country: 'XX' }), 'has no numbering plan'],
      ['/versions?versions=one', {}, '"one" is not a semantic version'],
      ['/versions?versions=1.0.0&range=what%3F', {}, 'not a version range'],
      ['/units/km/kg?values=1', {}, 'km measures length and kg measures mass'],
      ['/units/furlongs%20ago/km?values=1', {}, 'is not a known unit'],
      ['/times?zones=Mars/Base', {}, '"Mars/Base" is not a time zone'],
      ['/times?at=2026-02-31', {}, 'not a date and time'],
      ['/holidays/XX/2026', {}, 'no calendar for the country'],
      ['/holidays/DE/2026?state=ZZ', {}, 'DE has no state "ZZ"'],
      ['/cron-runs?expression=often', {}, 'The cron expression cannot be read'],
      ['/cron-runs?expression=0 9 * *', {}, 'too few fields, 4 instead of five or six'],
      ['/cron-runs?zone=Nowhere', {}, 'not a time zone'],
      ['/colours/contrast?foreground=color(srgb%209e999%200%200)', {}, 'not a number, or too large'],
      ['/colours/contrast?foreground=reddish', {}, '"reddish" is not a CSS colour'],
    ],
  )('%s %j', async (path, request, sentence) => {
    const response = await fetch(toolbox.url + path, request);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(sentence) });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });
});

test('arrays of twenty thousand levels are refused, not a crash', async () => {
  const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
  const request = { ...jsonBody(null), body: `{"before":${deep},"after":1}` };
  const response = await fetch(`${toolbox.url}/json/diff`, request);
  expect(await response.json()).toMatchObject({ status: 422, detail: 'The input is nested too deeply.' });
});

test('what is copied over and over is refused before it fills the memory', async () => {
  const patch = Array.from({ length: 60 }, () => ({ op: 'copy', from: '/a', path: '/a/0' }));
  const document = { a: ['long '.repeat(2_000)] };
  const response = await fetch(`${toolbox.url}/json/patch`, jsonBody({ document, patch }));
  expect(await response.json()).toMatchObject({
    status: 422,
    detail: expect.stringContaining('four million'),
  });
});

test('a text of one long line is counted in memory that does not grow with its square', async () => {
  const response = await fetch(`${toolbox.url}/texts/counts`, jsonBody({ text: 'a '.repeat(50_000) }));
  expect(await response.json()).toMatchObject({ words: 50_000, characters: 100_000, sentences: 1 });
});

test('a member that is named like the prototype is refused', async () => {
  const body = '{"before":{"a":[{}]},"after":{"a":[{"__proto__":null}]}}';
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${toolbox.url}/json/diff`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ status: 422, detail: expect.stringContaining('__proto__') });
});

test('the patch from one document to another, made there, gives the other', async () => {
  const document = fc
    .jsonValue({ maxDepth: 3, noUnicodeString: false })
    .filter((value) => !JSON.stringify(value).includes('"__proto__"'))
    .map((value) => JSON.parse(JSON.stringify(value)));
  await fc.assert(
    fc.asyncProperty(document, document, async (before, after) => {
      const { patch } = await (await fetch(`${toolbox.url}/json/diff`, jsonBody({ before, after }))).json();
      const response = await fetch(`${toolbox.url}/json/patch`, jsonBody({ document: before, patch }));
      expect(await response.json()).toEqual({ document: after });
    }),
    { numRuns: runs(100) },
  );
});

/** Each definition asks for the next one twice: 2^depth validations of one small number. */
function bomb(depth: number): JsonValue {
  const definitions = Array.from({ length: depth }, (_, index): [string, JsonValue] => {
    const next = { $ref: `#/$defs/d${index + 1}` };
    return [`d${index}`, { allOf: [next, { not: { not: next } }] }];
  });
  return {
    $ref: '#/$defs/d0',
    $defs: { ...Object.fromEntries(definitions), [`d${depth}`]: { type: 'integer' } },
  };
}
