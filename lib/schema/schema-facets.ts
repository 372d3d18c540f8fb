import { isBinaryMediaType } from '../operation/media-type.ts';
import type { SchemaNode, TextRules } from './schema-node.ts';

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
