import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { itemSchema, propertySchema, schemaFacets } from '../schema/schema-facets.ts';
import { type Defs, own, referencedName } from '../schema/schema-references.ts';
import { plainText } from './plain-text.ts';
import type { Refuse } from './refusal.ts';

/** An XML document by the `xml` keywords of a schema. */
export function xmlDocument(
  value: JsonValue,
  schema: Schema | undefined,
  defs: Defs,
  refuse: Refuse,
): string | undefined {
  const writer = new XmlWriter(defs, refuse);
  const name = writer.rootName(schema);
  const facets = schemaFacets(schema, defs);
  const content = Array.isArray(value)
    ? writer.wrappedItems(name, value, facets)
    : writer.element(name, value, facets);
  return writer.failed ? undefined : `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
}

interface XmlKeywords {
  name?: string;
  namespace?: string;
  prefix?: string;
  attribute: boolean;
  wrapped: boolean;
}

class XmlWriter {
  failed = false;
  private readonly defs: Defs;
  private readonly refuse: Refuse;

  constructor(defs: Defs, refuse: Refuse) {
    this.defs = defs;
    this.refuse = refuse;
  }

  /** The root is called as its schema says, or as the definition that it refers to. */
  rootName(schema: Schema | undefined): string {
    const reference = isJsonObject(schema) ? own(schema, '$ref') : undefined;
    return (typeof reference === 'string' ? referencedName(reference) : undefined) ?? 'root';
  }

  element(name: string, value: JsonValue, facets: JsonObject[]): string {
    const keywords = xmlKeywords(facets);
    const tag = this.name(keywords.prefix, keywords.name ?? name);
    const namespace = namespaceOf(keywords);
    if (!isJsonObject(value)) return `<${tag}${namespace}>${this.text(value)}</${tag}>`;
    const attributes: string[] = [];
    const children: string[] = [];
    for (const [key, inner] of Object.entries(value)) {
      if (inner === null) continue;
      const innerFacets = schemaFacets(propertySchema(facets, key), this.defs);
      const innerKeywords = xmlKeywords(innerFacets);
      if (innerKeywords.attribute && !isJsonObject(inner) && !Array.isArray(inner)) {
        const attribute = this.name(innerKeywords.prefix, innerKeywords.name ?? key);
        attributes.push(`${namespaceOf(innerKeywords)} ${attribute}="${this.text(inner)}"`);
      } else children.push(this.child(key, inner, innerFacets));
    }
    return `<${tag}${namespace}${attributes.join('')}>${children.join('')}</${tag}>`;
  }

  /** The array's own element around those of its items. */
  wrappedItems(name: string, items: JsonValue[], facets: JsonObject[]): string {
    const keywords = xmlKeywords(facets);
    const tag = this.name(keywords.prefix, keywords.name ?? name);
    const inner = this.items(keywords.name ?? name, items, facets);
    return `<${tag}${namespaceOf(keywords)}>${inner}</${tag}>`;
  }

  private child(name: string, value: JsonValue, facets: JsonObject[]): string {
    if (!Array.isArray(value)) return this.element(name, value, facets);
    const keywords = xmlKeywords(facets);
    return keywords.wrapped ? this.wrappedItems(name, value, facets) : this.items(name, value, facets);
  }

  /** Items are called as their own schema says, else as the property; an unwrapped array's own name does not count. */
  private items(name: string, items: JsonValue[], facets: JsonObject[]): string {
    return items
      .flatMap((item, index) => {
        if (item === null) return [];
        const itemFacets = schemaFacets(itemSchema(facets, index), this.defs);
        return [
          Array.isArray(item)
            ? this.wrappedItems(name, item, itemFacets)
            : this.element(name, item, itemFacets),
        ];
      })
      .join('');
  }

  private name(prefix: string | undefined, name: string): string {
    const full = prefix === undefined ? name : `${prefix}:${name}`;
    if (!/^[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?$/u.test(full)) {
      this.failed = true;
      this.refuse(`cannot be written as XML: ${JSON.stringify(full)} is no element name`);
    }
    return full;
  }

  private text(value: JsonValue): string {
    const text = plainText(value) ?? '';
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text)) {
      this.failed = true;
      this.refuse('cannot be written as XML: it holds a control character');
    }
    return escaped(text);
  }
}

function xmlKeywords(facets: JsonObject[]): XmlKeywords {
  const keywords: XmlKeywords = { attribute: false, wrapped: false };
  for (const facet of facets.toReversed()) {
    const xml = own(facet, 'xml');
    if (!isJsonObject(xml)) continue;
    for (const key of ['name', 'namespace', 'prefix'] as const) {
      const value = own(xml, key);
      if (typeof value === 'string' && value !== '') keywords[key] = value;
    }
    for (const key of ['attribute', 'wrapped'] as const) {
      const value = own(xml, key);
      if (typeof value === 'boolean') keywords[key] = value;
    }
  }
  return keywords;
}

function namespaceOf({ namespace, prefix }: XmlKeywords): string {
  if (namespace === undefined) return '';
  return ` xmlns${prefix === undefined ? '' : `:${prefix}`}="${escaped(namespace)}"`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Line ends and tabs, too: a parser would make spaces of them in an attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
