import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isBinaryMediaType } from '../operation/media-type.ts';
import {
  FlatSchema,
  type SchemaNode,
  type TextRules,
  type ObjectRules,
  type SchemaPattern,
} from './schema-node.ts';

/** Further parts are ignored. */
const maxParts = 200;

/**
 * The schemas whose annotations describe a value: the schema itself, its references, its `allOf`, and the single branch
 * of a union beside `null`. The outermost comes first and wins.
 */
export function annotatedParts(schema: SchemaNode): JsonObject[] {
  const parts = reached(schema, ({ inPlace }) => [
    ...(inPlace?.all ?? []),
    ...(inPlace?.unions ?? []).flatMap(({ branches }) => {
      const [only, ...others] = branches.filter((branch) => !isNull(branch));
      return only && others.length === 0 ? [only] : [];
    }),
  ]);
  return parts.slice(0, maxParts).flatMap(({ schema: one }) => (isJsonObject(one) ? [one] : []));
}

/** All schemas for the value itself, each once: through references, `allOf` and the branches of unions. */
export function schemaFacets(schema: SchemaNode): SchemaNode[] {
  return reached(schema, ({ inPlace }) => [
    ...(inPlace?.all ?? []),
    ...(inPlace?.unions ?? []).flatMap(({ branches }) => branches),
  ]);
}

/** The schemas from this one along `$ref` to the first without a mere reference, outermost first. */
export function referenceChain(schema: SchemaNode): SchemaNode[] {
  return reached(schema, (node) => {
    const [target] = node.read().inPlace?.all ?? [];
    return target && node.referencedName !== undefined ? [target] : [];
  });
}

function reached(schema: SchemaNode, next: (node: SchemaNode) => SchemaNode[]): SchemaNode[] {
  const found = new Set(schema instanceof FlatSchema ? schema.parts : [schema]);
  for (const node of found) for (const inner of next(node.read())) found.add(inner);
  return [...found];
}

function isNull(branch: SchemaNode): boolean {
  const { typeNames, constant, choices } = branch.read();
  const values = constant?.values ?? choices?.values ?? [undefined];
  return typeNames.join() === 'null' || values.every((value) => value === null);
}

/** The schema of a property in the first facet that has it. */
export function propertySchema(facets: SchemaNode[], name: string): SchemaNode | undefined {
  const rules = facets.flatMap(({ object }) => object ?? []);
  const [declared] = rules.flatMap(({ properties }) => properties.get(name) ?? []);
  return declared ?? rules.find(({ additional }) => additional)?.additional;
}

export function itemSchema(facets: SchemaNode[], index: number): SchemaNode | undefined {
  const rules = facets.flatMap(({ list }) => list ?? []);
  return rules.flatMap(({ prefix }) => prefix[index] ?? [])[0] ?? rules.find(({ rest }) => rest)?.rest;
}

/** Whether requests carry bytes that JSON input holds as base64 or a data URL. */
export function isBytes(facets: Pick<SchemaNode, 'text'>[]): boolean {
  return texts(facets).some(({ format, encoding, mediaType }) => {
    const isBinary = mediaType !== undefined && isBinaryMediaType(mediaType);
    return format === 'binary' || (isBinary && encoding === undefined);
  });
}

/** The alphabet if requests carry bytes as text. */
export function base64Alphabet(facets: Pick<SchemaNode, 'text'>[]): 'base64' | 'base64url' | undefined {
  for (const { format, encoding } of texts(facets)) {
    const name = encoding?.toLowerCase() ?? (format === 'byte' ? 'base64' : '');
    if (name === 'base64' || name === 'base64url') return name;
  }
  return undefined;
}

/** The media type of the bytes or text, if a facet has one. */
export function contentMediaType(facets: SchemaNode[]): string | undefined {
  return texts(facets).find(({ mediaType }) => mediaType !== undefined)?.mediaType;
}

function texts(facets: Pick<SchemaNode, 'text'>[]): TextRules[] {
  return facets.flatMap(({ text }) => text ?? []);
}

/** The pattern for keys without a property of their own. */
export function keyPatternOf(rules: ObjectRules | undefined): SchemaPattern | undefined {
  const [[pattern] = [], ...others] = rules?.patterns ?? [];
  return others.length === 0 && rules?.additional?.read().always === false ? pattern : undefined;
}
