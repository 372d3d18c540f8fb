import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enterValue } from './enter-value.ts';
import { schemaAndValue } from './schema-and-value.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { runs } from '../../../setup/runs.ts';

test('what a person enters, widget by widget, is the value that they meant', () => {
  fc.assert(
    fc.property(schemaAndValue(), ({ schema, value, defs }) => {
      expect(enterValue(schemaNode(schema, defs), undefined, value)).toEqual(value);
    }),
    { numRuns: runs(100) },
  );
});
