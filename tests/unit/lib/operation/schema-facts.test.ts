import { expect, test } from 'vitest';
import { flatSchema } from '../../../../lib/schema/flat-schema.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { schemaFacts } from '../../../../lib/operation/schema-row.ts';

test.each([
  [{ minItems: 1 }, ['at least 1 item']],
  [{ maxItems: 2 }, ['at most 2 items']],
  [{ minLength: 1, maxLength: 1 }, ['exactly 1 character']],
  [{ minProperties: 1, maxProperties: 3 }, ['1 to 3 properties']],
  [{ maxProperties: 1 }, ['at most 1 property']],
  [{ minimum: 1, maximum: 64 }, ['1 to 64']],
  [{ minLength: 0 }, []],
])('%j: %j', (schema, facts) => {
  const flat = flatSchema(schemaNode(schema));
  expect(flat && schemaFacts(flat)).toEqual(facts);
});
