import { countOf } from '../text/count-text.ts';
import { groupedNumber } from '../text/grouped-number.ts';
import type { SchemaNode } from './api-document.ts';

/** A part of a type; a named schema is a link. */
export interface TypePart {
  text: string;
  shape?: string;
}

const shapeFolder = '#/components/schemas/';
/** Longer choices are cut. */
const choicesShown = 24;

/** The type of a schema, in JSON's terms. */
export function schemaType(schema: SchemaNode): TypePart[] {
  if (schema.$ref !== undefined) {
    const shape = schema.$ref.slice(shapeFolder.length);
    return [{ text: shape, shape }];
  }
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }];
  if (schema.enum) return [{ text: choices(schema.enum) }];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return joined(branches.map(schemaType));
  const types = [schema.type ?? 'any JSON value'].flat();
  return joined(types.map((type) => typeParts(type, schema)));
}

/** The constraints and the default. */
export function schemaLimits(schema: SchemaNode): string[] {
  const { minimum, maximum, maxLength, maxItems, default: byDefault } = schema;
  const isRange = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const isCapped = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    ...(isRange && isCapped ? [`${groupedNumber(minimum)} to ${groupedNumber(maximum)}`] : []),
    ...(isRange && !isCapped ? [`at least ${groupedNumber(minimum)}`] : []),
    ...(isCapped && !isRange ? [`at most ${groupedNumber(maximum)}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${countOf(maxLength, 'character')}`]),
    ...(maxItems === undefined ? [] : [`at most ${countOf(maxItems, 'item')}`]),
    ...(byDefault === undefined || (Array.isArray(byDefault) && byDefault.length === 0)
      ? []
      : [`default ${JSON.stringify(byDefault)}`]),
  ];
}

/** The schema whose fields are listed below a field: its own, or that of the list's items. */
export function innerObject(schema: SchemaNode): SchemaNode | undefined {
  if (schema.properties) return schema;
  if (schema.items) return innerObject(schema.items);
  const inner = (schema.anyOf ?? schema.oneOf ?? []).filter((branch) => branch.type !== 'null');
  return inner.length === 1 && inner[0] ? innerObject(inner[0]) : undefined;
}

function typeParts(type: string, { items, format }: SchemaNode): TypePart[] {
  if (type === 'array' && items) return [{ text: 'list of ' }, ...schemaType(items)];
  return [{ text: format === undefined ? type : `${type} (${format})` }];
}

function joined(branches: TypePart[][]): TypePart[] {
  const texts = branches.map((parts) => JSON.stringify(parts));
  const distinct = branches.filter((_parts, index) => texts.indexOf(texts[index] ?? '') === index);
  return distinct.flatMap((parts, index) => (index === 0 ? parts : [{ text: ' or ' }, ...parts]));
}

function choices(values: unknown[]): string {
  const shown = values.slice(0, choicesShown).map((value) => JSON.stringify(value));
  return values.length > choicesShown ? `${shown.join(' | ')} | …` : shown.join(' | ');
}
