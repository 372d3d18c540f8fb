import { isJsonObject, type JsonValue } from '../json/json.ts';
import { itemSchema, propertySchema, schemaFacets } from '../schema/schema-parts.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import { plainText, type Refuse } from './plain-text.ts';

/** Builds an XML document with the `xml` keywords of a schema. */
export function xmlDocument(
  value: JsonValue,
  schema: SchemaNode | undefined,
  refuse: Refuse,
): string | undefined {
  const writer = new XmlWriter(refuse);
  // The schema names the root, or else the definition that it refers to.
  const name = schema?.referencedName ?? 'root';
  const facets = facetsOf(schema);
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
  readonly #refuse: Refuse;

  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  element(name: string, value: JsonValue, facets: SchemaNode[]): string {
    const keywords = xmlKeywords(facets);
    const tag = this.#name(keywords.prefix, keywords.name ?? name);
    const namespace = namespaceOf(keywords);
    if (!isJsonObject(value)) return `<${tag}${namespace}>${this.#text(value)}</${tag}>`;
    const attributes: string[] = [];
    const children: string[] = [];
    for (const [key, inner] of Object.entries(value)) {
      if (inner === null) continue;
      const innerFacets = facetsOf(propertySchema(facets, key));
      const innerKeywords = xmlKeywords(innerFacets);
      if (innerKeywords.attribute && !isJsonObject(inner) && !Array.isArray(inner)) {
        const attribute = this.#name(innerKeywords.prefix, innerKeywords.name ?? key);
        attributes.push(`${namespaceOf(innerKeywords)} ${attribute}="${this.#text(inner)}"`);
      } else children.push(this.#child(key, inner, innerFacets));
    }
    return `<${tag}${namespace}${attributes.join('')}>${children.join('')}</${tag}>`;
  }

  /** The element of a wrapped array around its items. */
  wrappedItems(name: string, items: JsonValue[], facets: SchemaNode[]): string {
    const keywords = xmlKeywords(facets);
    const tag = this.#name(keywords.prefix, keywords.name ?? name);
    const inner = this.#items(keywords.name ?? name, items, facets);
    return `<${tag}${namespaceOf(keywords)}>${inner}</${tag}>`;
  }

  #child(name: string, value: JsonValue, facets: SchemaNode[]): string {
    if (!Array.isArray(value)) return this.element(name, value, facets);
    const keywords = xmlKeywords(facets);
    return keywords.wrapped ? this.wrappedItems(name, value, facets) : this.#items(name, value, facets);
  }

  /** The schema of the items names them, or else the property. The array's own name counts only if it is wrapped. */
  #items(name: string, items: JsonValue[], facets: SchemaNode[]): string {
    return items
      .flatMap((item, index) => {
        if (item === null) return [];
        const itemFacets = facetsOf(itemSchema(facets, index));
        return [
          Array.isArray(item)
            ? this.wrappedItems(name, item, itemFacets)
            : this.element(name, item, itemFacets),
        ];
      })
      .join('');
  }

  #name(prefix: string | undefined, name: string): string {
    const full = prefix === undefined ? name : `${prefix}:${name}`;
    if (!/^[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?$/u.test(full)) {
      this.failed = true;
      this.#refuse(`cannot be written as XML: ${JSON.stringify(full)} is not an element name`);
    }
    return full;
  }

  #text(value: JsonValue): string {
    const text = plainText(value) ?? '';
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text)) {
      this.failed = true;
      this.#refuse('cannot be written as XML: it contains a control character');
    }
    return escaped(text);
  }
}

function facetsOf(schema: SchemaNode | undefined): SchemaNode[] {
  return schema ? schemaFacets(schema) : [];
}

function xmlKeywords(facets: SchemaNode[]): XmlKeywords {
  const keywords: XmlKeywords = { attribute: false, wrapped: false };
  for (const { keywords: said } of facets.toReversed()) {
    const xml = own(said, 'xml');
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

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Includes line breaks and tabs, which a parser would turn into spaces in an attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => escapes[character] ?? character);
}
