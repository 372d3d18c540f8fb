import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JsonDocument,
  jsonPath,
  jsonRows,
  keysTo,
  openUpTo,
} from '../../../../../lib/view/reply/json-document.ts';
import { searchJson } from '../../../../../lib/view/reply/search.ts';
import { type JsonReading, readJson } from '../../../../../lib/view/reply/read-json.ts';
import { runs } from '../../../../setup/runs.ts';

function finish<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const read = (text: string): JsonReading => finish(readJson(text));

function documentOf(text: string): JsonDocument {
  const reading = read(text);
  if (!reading.ok) throw new Error(`${text.slice(0, 80)} is read as JSON.`);
  return reading.document;
}

const valuesOf = (document: JsonDocument) =>
  Array.from({ length: document.size }, (_, node) => [jsonPath(document, node), document.literal(node)]);

describe('JSON that came', () => {
  it('keeps every value as it was sent', () => {
    expect(
      valuesOf(documentOf(' {"big": 12345678901234567890, "a b": [1.0, 1E400, "\\u00e9"], "a b": {} } ')),
    ).toEqual([
      ['$', '{"big": 12345678901234567890, "a b": [1.0, 1E400, "\\u00e9"], "a b": {} }'],
      ['$.big', '12345678901234567890'],
      ['$["a b"]', '[1.0, 1E400, "\\u00e9"]'],
      ['$["a b"][0]', '1.0'],
      ['$["a b"][1]', '1E400'],
      ['$["a b"][2]', '"\\u00e9"'],
      ['$["a b"]', '{}'],
    ]);
  });

  it('is taken where JSON.parse takes it, with the same values, and refused where it refuses', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', '0', ' ', '\n'))
      .map(
        ([text, place, put]) =>
          text.slice(0, place % text.length) + put + text.slice((place % text.length) + 1),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2)),
          broken,
        ),
        (text) => {
          let expected: unknown;
          try {
            expected = JSON.parse(text);
          } catch {
            expect(read(text)).toMatchObject({ ok: false, reason: 'broken' });
            return;
          }
          const document = documentOf(text);
          expect(JSON.parse(document.literal(0))).toEqual(expected);
          for (let node = 0; node < document.size; node += 1) JSON.parse(document.literal(node));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['', 1, 1, 'expected a value, found the end of the text'],
    ['{"a": 1,\n "b": 2,\n}', 3, 1, 'expected a key in double quotes, found "}"'],
    ['[1 2]', 1, 4, 'expected a comma or the end of the array, found "2"'],
    ['{"a" 1}', 1, 6, 'expected a colon after the key, found "1"'],
    ['{"a": "b', 1, 7, 'a string starts here and does not end'],
    ['["a\nb"]', 1, 4, 'a string has an unescaped control character'],
    ['["\\x"]', 1, 3, 'a string has an invalid escape'],
    ['{} x', 1, 4, 'expected the end of the JSON, found "x"'],
    ['NaN', 1, 1, 'expected a value, found "N"'],
  ])('says where %j breaks', (text, line, column, sentence) => {
    expect(read(text)).toMatchObject({ ok: false, reason: 'broken', at: { line, column, sentence } });
  });

  it('may be nested however deep, and is neither read nor listed by recursion', () => {
    const depth = 200_000;
    const document = documentOf(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(document.size).toBe(depth);
    const open = new Set(keysTo(document, depth - 1));
    expect(jsonRows(document, open)).toHaveLength(depth);
  });

  it('is no tree where it has more values than one looks through', () => {
    expect(read(`[${'0,'.repeat(2_100_000)}0]`)).toEqual({ ok: false, reason: 'too-many' });
  });
});

describe('the rows of a tree', () => {
  const many = documentOf(JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ id: index }))));

  it('has groups where a value has too many members', () => {
    const rows = jsonRows(many, new Set(['0', '0:0-10000']));
    expect(rows.length).toBe(1 + 6 + 100);
    expect(rows[2]).toMatchObject({ group: [0, 100], level: 3, position: 1, siblings: 100 });
  });

  it('leads to any value through its groups', () => {
    const node = finish(searchJson(many, '54321'))[0] ?? -1;
    expect(jsonPath(many, node)).toBe('$[54321].id');
    const rows = jsonRows(many, new Set(keysTo(many, node)));
    expect(rows.some((row) => row.node === node)).toBe(true);
  });

  it('opens no more of them than asked for', () => {
    for (const most of [10, 250, 20_000])
      expect(jsonRows(many, openUpTo(many, most, 'all')).length).toBeLessThanOrEqual(most);
    expect(
      jsonRows(many, openUpTo(many, 250, 'first')).some((row) => row.group === undefined && row.level > 3),
    ).toBe(true);
  });

  it('has each value once when all is open', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const document = documentOf(text);
        const nodes = jsonRows(document, openUpTo(document, Number.MAX_SAFE_INTEGER, 'all')).map(
          (row) => row.node,
        );
        expect(nodes).toEqual(Array.from({ length: document.size }, (_, node) => node));
      }),
    );
  });
});

const document = documentOf(
  '{"Name": "caf\\u00e9", "nested": [{"name": 1}, "NAME", null], "x": 12345678901234567890}',
);
it.each([
  ['name', ['$.Name', '$.nested[0].name', '$.nested[1]']],
  ['café', ['$.Name']],
  ['34567890123', ['$.x']],
  ['null', ['$.nested[2]']],
  ['{', []],
])('the search: for %j', (words, paths) => {
  expect(finish(searchJson(document, words)).map((node) => jsonPath(document, node))).toEqual(paths);
});
