import { flatSchema } from '../schema/flat-schema.ts';
import { keyPatternOf } from '../schema/key-pattern-of.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { FlatSchema, SchemaNode } from '../schema/schema-node.ts';
import type { Member, Widget } from './widget.ts';

export function objectWidget(flat: FlatSchema): Widget {
  const members = membersOf(flat);
  const { patterns = [], additional } = flat.object ?? {};
  const rest = additional?.read().always === false ? undefined : additional;
  const isOpen = rest ? isOpenSchema(rest) : !additional;
  if (members.length === 0 && patterns.length === 0 && isOpen) return { kind: 'json', holds: 'object' };
  return {
    kind: 'object',
    members,
    patterns: patterns.map(([{ source }, schema]) => ({ pattern: source, schema })),
    rest,
    keys: keyWords(flat),
  };
}

/** Longer patterns are shown only with an error. */
const maxShown = 40;

function keyWords({ object, patternSample }: FlatSchema): string[] {
  const names = object?.names && flatSchema(object.names);
  const [pattern, sample] = names
    ? [names.text?.pattern, names.patternSample]
    : [keyPatternOf(object), patternSample];
  if (!pattern) return [];
  const isShort = (text = '') => text !== '' && text.length <= maxShown;
  const words = [
    ...(isShort(pattern.source) ? [`of pattern ${pattern.source}`] : []),
    ...(isShort(sample) ? [`such as ${sample}`] : []),
  ];
  return words.length > 0 ? [`keys ${words.join(', ')}`] : [];
}

/** A schema that allows any value. */
export function isOpenSchema({ schema, inPlace }: SchemaNode): boolean {
  return schema === true || (Object.keys(schema).length === 0 && !inPlace);
}

/** The properties, and those of conditions. The server checks which conditions hold. */
function membersOf({ object, inPlace }: FlatSchema): Member[] {
  const conditions = inPlace.conditions.flatMap((one) => [one.then, one.else]);
  const dependent = object?.dependentSchemas.map(([, schema]) => schema) ?? [];
  const brought = [...conditions, ...dependent].flatMap((schema) => [
    ...((schema && flatSchema(schema)?.object?.properties) ?? []),
  ]);
  const needed = object?.required ?? [];
  const open = needed.map((name): [string, SchemaNode] => [name, anySchema]);
  const members = new Map<string, Member>();
  for (const [name, schema] of [...(object?.properties ?? []), ...brought, ...open]) {
    if (schema.read().always !== false && name !== '__proto__' && !members.has(name))
      members.set(name, { name, schema, required: needed.includes(name) });
  }
  return [...members.values()];
}
