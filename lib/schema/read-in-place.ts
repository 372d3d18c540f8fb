import { isJsonObject, type JsonObject } from '../json/json.ts';
import { own } from './schema-references.ts';
import { inner, innerList } from './inner-nodes.ts';
import type { Condition, Discriminator, InPlaceRules, SchemaNode, Union } from './schema-node.ts';

/** The schemas that apply to the same value as the node; undefined if there are none. */
export function readInPlace(node: SchemaNode, schema: JsonObject): InPlaceRules | undefined {
  const not = inner(node, schema, 'not');
  const rules = {
    all: [...references(node, schema), ...innerList(node, own(schema, 'allOf'))],
    unions: [...unions(node, schema, 'anyOf'), ...unions(node, schema, 'oneOf')],
    nots: not ? [not] : [],
    conditions: conditions(node, schema),
  };
  return Object.values(rules).some(({ length }) => length > 0) ? rules : undefined;
}

function references(node: SchemaNode, schema: JsonObject): SchemaNode[] {
  const keywords = ['$ref', '$dynamicRef'] as const;
  return keywords.flatMap((keyword) => {
    const reference = own(schema, keyword);
    if (typeof reference !== 'string') return [];
    return node.scope.follow(keyword, reference) ?? [];
  });
}

function unions(node: SchemaNode, schema: JsonObject, keyword: Union['keyword']): Union[] {
  const branches = innerList(node, own(schema, keyword));
  return branches.length === 0 ? [] : [{ keyword, branches, discriminator: readDiscriminator(schema) }];
}

function conditions(node: SchemaNode, schema: JsonObject): Condition[] {
  const test = inner(node, schema, 'if');
  return test ? [{ if: test, then: inner(node, schema, 'then'), else: inner(node, schema, 'else') }] : [];
}

export function readDiscriminator(schema: JsonObject): Discriminator | undefined {
  const given = own(schema, 'discriminator');
  const property = isJsonObject(given) ? own(given, 'propertyName') : undefined;
  if (!isJsonObject(given) || typeof property !== 'string') return undefined;
  const mapping = own(given, 'mapping');
  const mapped = Object.entries(isJsonObject(mapping) ? mapping : {});
  return {
    property,
    mapping: mapped.flatMap(([value, to]): [string, string][] =>
      typeof to === 'string' ? [[value, to]] : [],
    ),
  };
}
