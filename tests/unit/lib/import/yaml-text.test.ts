import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { yamlText } from '../../../../lib/import/document/read-yaml.ts';
import { bigDocument } from '../../../setup/big-document.ts';
import { tenDocuments } from '../../../setup/documents/ten-documents.ts';

const written = (value: object) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });

const pieces = ['a', 'b c', 'null', 'True', '~', '-', '- ', '?', ': ', ':', ' #', '#', '\n', '\n\n', '\n ', ' ', '\t', "'", '"', '\\', '---', '...', '|', '>', '{', '[', '&', '*', '!', '%', '@', '`', '0', '1.5', '0x1', '.inf', 'é', '\u2028', '\u0085', '\0', '\ud800', '😀', 'x'.repeat(90)]; // biome-ignore format: a list of words
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string(),
  fc.string({ unit: 'grapheme' }),
);
/** Most are plain, so that the library is not asked for everything. */
const key = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom('a', 'x-farebox', '$ref', '/a/{b}', '200', '2XX', 'application/json', 'b c'),
  },
  text,
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom<unknown>(null, true, false, undefined, -0, 0, 1e21, 1e-7, -12, 0.1),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('any value is written as the library writes it', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true }), (map) => {
      expect(yamlText(map)).toBe(written(map));
    }),
    { numRuns: 2000 },
  );
});

test.each<[string, unknown]>([
  ['the big document', bigDocument({ resources: 5 })],
  ...Object.entries(tenDocuments)
    .filter(([name]) => name !== '300 operations')
    .map(([name, make]): [string, unknown] => [name, make('https://api.things.example')]),
])('so are the operations of "%s"', (_name, document) => {
  const result = importDocument(JSON.stringify(document));
  for (const { operation } of result.ok ? result.operations : [])
    if (operation) expect(yamlText(operation)).toBe(written(operation));
});
