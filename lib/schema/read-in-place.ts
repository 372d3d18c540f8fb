import { isJsonObject, type JsonObject } from '../json/json.ts';
import { own } from './schema-references.ts';
import { inner, innerList } from './read-keywords.ts';
import type { Condition, InPlaceRules, SchemaNode, Union } from './schema-node.ts';

/** The schemas that look at the same value as the node itself; undefined where there are none. */
export function readInPlace(node: SchemaNode, schema: JsonObject): InPlaceRules | undefined {
  const rules = {
    references: references(node, schema),
    not: inner(node, schema, 'not'),
    allOf: innerList(node, own(schema, 'allOf')),
    anyOf: union(node, schema, 'anyOf'),
    oneOf: union(node, schema, 'oneOf'),
    condition: condition(node, schema),
  };
  const isEmpty =
    rules.references.length === 0 &&
    rules.allOf.length === 0 &&
    !(rules.not ?? rules.anyOf ?? rules.oneOf ?? rules.condition);
  return isEmpty ? undefined : rules;
}

function references(node: SchemaNode, schema: JsonObject): SchemaNode[] {
  const keywords = ['$ref', '$dynamicRef'] as const;
  return keywords.flatMap((keyword) => {
    const reference = own(schema, keyword);
    if (typeof reference !== 'string') return [];
    return node.graph.follow(keyword, reference, node.scope) ?? [];
  });
}

function union(node: SchemaNode, schema: JsonObject, keyword: 'anyOf' | 'oneOf'): Union | undefined {
  const branches = innerList(node, own(schema, keyword));
  if (branches.length === 0) return undefined;
  const discriminator = own(schema, 'discriminator');
  const property = isJsonObject(discriminator) ? own(discriminator, 'propertyName') : undefined;
  if (!isJsonObject(discriminator) || typeof property !== 'string')
    return { branches, discriminator: undefined };
  const mapping = own(discriminator, 'mapping');
  const mapped = Object.entries(isJsonObject(mapping) ? mapping : {}).flatMap(
    ([value, reference]): [string, string][] => (typeof reference === 'string' ? [[value, reference]] : []),
  );
  return { branches, discriminator: { property, mapping: new Map(mapped) } };
}

function condition(node: SchemaNode, schema: JsonObject): Condition | undefined {
  const test = inner(node, schema, 'if');
  if (!test) return undefined;
  return { if: test, then: inner(node, schema, 'then'), else: inner(node, schema, 'else') };
}
