import type { FieldHint } from '../../lib/operator/price-preview.ts';
import type { InputShape } from '../../lib/operation/input-shape.ts';
import { flatSchema } from '../../lib/schema/flat-schema.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import type { FlatSchema, SchemaNode } from '../../lib/schema/schema-node.ts';
import { schemaText } from '../../lib/operation/field-annotations.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';

/** A person chooses among them. */
const mostHints = 300;
const mostDepth = 4;
const mostValues = 60;

/** What formulas can read of an input: its fields, and the members of those that are objects. */
export function fieldHints(shape: InputShape): FieldHint[] {
  const hints: FieldHint[] = [];
  const properties = schemaNode(shape.schema).read().object?.properties;
  for (const { name, description } of shape.fields)
    addHints(hints, { node: properties?.get(name), path: `input${memberOf(name)}`, description }, 0);
  return hints;
}

interface Place {
  node: SchemaNode | undefined;
  path: string;
  description: string;
}

function addHints(hints: FieldHint[], { node, path, description }: Place, depth: number): void {
  if (hints.length >= mostHints) return;
  const flat = node && flatSchema(node);
  const type = flat ? typeOf(flat) : 'any';
  hints.push({
    ...{ path, type, about: flat ? aboutOf(flat, type) : 'anything', description: description.slice(0, 300) },
    values: (flat?.choices?.values ?? []).slice(0, mostValues).map(String),
  });
  if (depth >= mostDepth) return;
  for (const [name, member] of flat?.object?.properties ?? []) {
    const parts = flatSchema(member)?.parts.map(({ keywords }) => keywords) ?? [];
    const text = schemaText(parts, 'description') ?? '';
    addHints(hints, { node: member, path: path + memberOf(name), description: text }, depth + 1);
  }
}

function memberOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function typeOf({ typeNames, choices, object, list }: FlatSchema): string {
  if (typeNames.length > 0) return typeNames.join(' or ');
  if (choices) return [...new Set(choices.values.map((value) => typeof value))].join(' or ');
  return object ? 'object' : list ? 'array' : 'any';
}

function aboutOf({ choices, number, list, text }: FlatSchema, type: string): string {
  if (choices && choices.values.length <= 4) return choices.values.map(String).join(', ');
  if (choices) return `one of ${choices.values.length} values`;
  if (list) return rangeText('list', list.minItems, list.maxItems, 'items');
  if (number && /number|integer/.test(type)) return rangeText(type, number.minimum, number.maximum, '');
  if (text && type === 'string') return rangeText('text', undefined, text.maxLength, 'characters');
  return type === 'array' ? 'list' : type === 'string' ? 'text' : type;
}

function rangeText(what: string, least = Number.NEGATIVE_INFINITY, most = Infinity, unit: string): string {
  const [from, to] = [groupedNumber(least), groupedNumber(most)];
  const counted = unit === '' ? '' : ` ${unit}`;
  if (Number.isFinite(least) && Number.isFinite(most)) return `${what}, ${from} to ${to}${counted}`;
  if (Number.isFinite(most)) return `${what}, at most ${to}${counted}`;
  return Number.isFinite(least) && (least !== 0 || unit === '')
    ? `${what}, ${from}${counted} and more`
    : what;
}
