import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../../lib/json/json.ts';
import { type ImportResult, importDocument } from '../../../../lib/import/import-document.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { document3, withBody } from '../import/cases/documents.ts';
import { endedAfter } from './ended-after.ts';
import { type HostileSchema, hostileSchemas } from './hostile-schemas.ts';

const timeoutMs = 60_000;
/** Some times what the slowest takes, nearly all of it in compiling what its examples are held against. */
const mostCpuMs = 15_000;

function imported(document: unknown): ImportResult {
  const text = JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/');
  let result: ImportResult | undefined;
  const took = cpuMs(() =>
    endedAfter(timeoutMs, () => {
      result = importDocument(text);
    }),
  );
  expect(took).toBeLessThan(mostCpuMs);
  if (result === undefined) throw new Error('The import gave no result.');
  return result;
}

/** Each operation is there, and what it lost is told at it. */
function expectWhole(result: ImportResult, count: number): void {
  if (!result.ok) throw new Error(result.reason);
  expect(result.operations).toHaveLength(count);
  for (const { imported: isImported, losses } of result.operations)
    expect(isImported || losses.length > 0).toBe(true);
}

const json = (content: unknown) => ({ 'application/json': content });
/** Of an operation. A body has an example, too. */
const places: Record<string, (from: HostileSchema) => unknown> = {
  body: ({ schema, defs, value }) =>
    document3(
      { requestBody: { required: true, content: json({ schema, example: value }) } },
      { schemas: defs },
      '3.1.0',
      'post',
    ),
  field: ({ schema, defs }) =>
    withBody({ type: 'object', required: ['field'], properties: { field: schema } }, '3.1.0', defs),
  parameter: ({ schema, defs }) =>
    document3({ parameters: [{ name: 'q', in: 'query', required: true, schema }] }, { schemas: defs }),
  reply: ({ schema, defs }) =>
    document3({ responses: { 200: { description: 'ok', content: json({ schema }) } } }, { schemas: defs }),
};
const others = ['field', 'parameter', 'reply'];

describe.each(hostileSchemas.map((from, at) => ({ ...from, at })))('$what', ({ at, ...from }) => {
  test.each(['body', others[at % others.length] ?? ''])('is imported as a %s in bounded time', (place) => {
    expectWhole(imported(places[place]?.(from)), 1);
  });
});

test('a hundred operations whose bodies no value satisfies share one budget of samples', () => {
  const next = (level: number): JsonValue =>
    level === 9 ? { type: 'string' } : { $ref: `#/$defs/L${level + 1}` };
  const schemas = Object.fromEntries(
    Array.from({ length: 10 }, (_, level) => [
      `L${level}`,
      { type: 'array', minItems: 900, items: next(level) },
    ]),
  );
  const content = { 'application/json': { schema: { $ref: '#/$defs/L0' } } };
  const operation = { post: { requestBody: { required: true, content }, responses: {} } };
  const paths = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/a${at}`, operation]));
  expectWhole(imported({ ...document3({}, { schemas }), paths }), 100);
});
