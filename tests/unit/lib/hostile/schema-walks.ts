import { branchTags } from '../../../../lib/schema/flat-schema.ts';
import { branchOf, likeness, switchBranch } from '../../../../lib/view/form/switch-branch.ts';
import { describe } from '../../../../lib/form/describe.ts';
import { firstValue } from '../../../../lib/form/first-value.ts';
import { hintOf } from '../../../../lib/view/form/control-view.ts';
import { exampleInput, inputShape, type InputShape } from '../../../../lib/operation/input-shape.ts';
import { isJsonObject, type JsonObject } from '../../../../lib/json/json.ts';
import { mergedObject } from '../../../../lib/schema/input-schema.ts';
import type { Operation } from '../../../../lib/operation/operation.ts';
import { storableInput } from '../../../../lib/view/playground/storable-input.ts';
import { priceBounds, worstLines, worstPrice } from '../../../../lib/price/bounds.ts';
import { checkPrice, longInputs } from '../../../../lib/price/check-price.ts';
import { compilePrice, type PriceProgram } from '../../../../lib/price/compile-price.ts';
import { inputCorners } from '../../../../lib/price/corners.ts';
import { fieldEffects } from '../../../../lib/price/effects.ts';
import { fieldRow } from '../../../../lib/operation/schema-row.ts';
import { type RequestField, requestFields } from '../../../../lib/operation/request-fields.ts';
import { PatternSamples } from '../../../../lib/sample/pattern-samples.ts';
import { responseShape } from '../../../../lib/operation/media-type.ts';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';
import { annotatedParts, schemaFacets } from '../../../../lib/schema/schema-parts.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { standAlone } from '../../../../lib/schema/schema-references.ts';
import { unsupportedPatterns } from '../../../../lib/validation/validate.ts';
import { estimateField } from '../../../../lib/what-if/estimate-field.ts';
import { fieldAxis } from '../../../../lib/what-if/field-axis.ts';
import { shownWords } from '../../../../lib/import/fidelity.ts';
import type { HostileSchema } from './hostile-schemas.ts';

/** An operation whose one field, `field`, has the schema. */
export function operationOf({ schema, defs }: HostileSchema): Operation {
  const body = { type: 'object', properties: { field: schema }, required: ['field'] };
  const content = { 'application/json': { schema: body } };
  return {
    server: { url: 'https://things.example' },
    method: 'post',
    path: '/things',
    requestBody: { required: true, content },
    responses: { 200: { content: { 'application/json': { schema } } } },
    $defs: defs,
  };
}

function shapeOf(hostile: HostileSchema): InputShape {
  return inputShape(operationOf(hostile));
}

function fieldOf(hostile: HostileSchema): RequestField {
  const [field] = requestFields(shapeOf(hostile), () => true);
  if (field === undefined) throw new Error('The operation has no field.');
  return field;
}

const quantities = [
  'size(input.field)', 'sum(input.field.map(one, size(one)))', 'size(input.field.a.a.a.a.a.a)',
  'size(input.field.next.next.next.other)', 'size(input.field.children[0].children[0].name)',
  'input.field == "x" ? 1 : 2',
]; // biome-ignore format: a list

function programs(inputSchema: JsonObject): PriceProgram[] {
  return quantities.flatMap((quoted) => {
    const lines = [{ label: 'by size', per: { quantity: quoted, rate: 1, unit: 'one' } }];
    const compiled = compilePrice({ maximum: 100, lines }, inputSchema);
    return compiled.ok ? [compiled.program] : [];
  });
}

/** Everything that walks a schema, or a value along its schema, before the validator or beside it. */
export const schemaWalks: Record<string, (hostile: HostileSchema) => void> = {
  'a typical sample': ({ schema, defs }) => sampleSchema(schemaNode(schema, defs), 'typical'),
  'a full sample': ({ schema, defs }) => sampleSchema(schemaNode(schema, defs), 'full'),
  'a minimal sample': ({ schema, defs }) => sampleSchema(schemaNode(schema, defs), 'minimal'),
  'the shape of the input': (hostile) => exampleInput(shapeOf(hostile)),
  'the fields of the playground': (hostile) => fieldOf(hostile),
  'the samples of patterns': (hostile) => new PatternSamples().in(fieldOf(hostile).schema),
  'the shape of the reply': (hostile) => responseShape(operationOf(hostile)),
  'merging an object': ({ schema, defs }) => mergedObject(schemaNode(schema, defs)),
  'the words of a field': ({ schema, defs }) => annotatedParts(schemaNode(schema, defs)),
  'the tags of a branch': ({ schema, defs }) =>
    branchTags({ property: 'a', mapping: [] }, schemaNode(schema, defs)),
  'the words of a form': (hostile) => shownWords(operationOf(hostile)),
  facets: ({ schema, defs }) => schemaFacets(schemaNode(schema, defs)),
  'a schema by itself': ({ schema, defs }) => standAlone(schema, defs),
  'unsupported patterns': ({ schema, defs }) =>
    unsupportedPatterns({ ...(isJsonObject(schema) ? schema : {}), $defs: defs }),
  'the reference': (hostile) => fieldRow(fieldOf(hostile)),
  'the description of a field': ({ schema, defs }) => hintOf(describe(schemaNode(schema, defs)), 1),
  'the first value': ({ schema, defs }) => firstValue(schemaNode(schema, defs)),
  likeness: ({ schema, defs, value }) => likeness(schemaNode(schema, defs), value),
  'the branch of a value': ({ schema, defs, value }) => {
    const { widget } = describe(schemaNode(schema, defs));
    if (widget.kind === 'union') branchOf(widget, value);
  },
  'another branch': ({ schema, defs, value }) => switchBranch(value, schemaNode(schema, defs), undefined),
  'what may be remembered': (hostile) => storableInput([fieldOf(hostile)], { field: hostile.value }),
  'the bounds of a price': (hostile) => {
    const { schema } = shapeOf(hostile);
    for (const program of programs(schema)) priceBounds(program, schema);
  },
  'the corners of a price': (hostile) => inputCorners(shapeOf(hostile).schema, 'all'),
  'the longest inputs': (hostile) => longInputs(shapeOf(hostile).schema, 'all'),
  'the check of a price': (hostile) => {
    const { schema } = shapeOf(hostile);
    for (const program of programs(schema)) checkPrice(program, schema);
  },
  'the worst price': (hostile) => {
    const { schema } = shapeOf(hostile);
    const hole = { name: 'field', schema: fieldOf(hostile).schema };
    for (const program of programs(schema)) {
      worstPrice(program, {}, [hole]);
      worstLines(program, {}, [hole]);
    }
  },
  'the effects of a field': (hostile) => {
    for (const program of programs(shapeOf(hostile).schema))
      fieldEffects(program, { field: hostile.value }, [{ name: 'field', required: true }]);
  },
  'the price along a field': (hostile) => {
    const field = fieldOf(hostile);
    for (const program of programs(shapeOf(hostile).schema)) {
      const situation = {
        program,
        fields: [field],
        input: {},
        invalid: new Set<string>(),
        missing: new Set<string>(),
      };
      fieldAxis(field, estimateField(situation, field));
    }
  },
};
