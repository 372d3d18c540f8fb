import { isJsonObject, type JsonValue } from '../json/json.ts';
import { childPointer } from './pointer.ts';

/** The base for relative identifiers. It is never called. */
const ownBase = 'https://document.invalid/';

/** Places in a document that have a name from `$id`, `$anchor` or `$dynamicAnchor`. */
export class ResourceIndex {
  readonly #byUri = new Map<string, string>();
  readonly #uriOf = new Map<string, string>();
  readonly #anchors = new Map<string, string>();

  constructor(root: JsonValue) {
    this.#index(root, '', '', ownBase);
  }

  /** The pointer of the enclosing schema resource, usually the document. */
  enclosing(pointer: string): string {
    if (this.#uriOf.size === 0) return '';
    let at = pointer;
    while (at !== '' && !this.#uriOf.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    return at;
  }

  find(uri: string, from: string): string | undefined {
    const base = this.#uriOf.get(this.enclosing(from)) ?? ownBase;
    return this.#byUri.get(absolute(uri, base) ?? '');
  }

  anchor(name: string, home: string): string | undefined {
    return this.#anchors.get(`${home}#${name}`) ?? this.#anchors.get(`*#${name}`);
  }

  #index(value: JsonValue, pointer: string, home: string, base: string): void {
    if (Array.isArray(value)) {
      value.forEach((item, position) => {
        if (typeof item === 'object') this.#index(item, childPointer(pointer, position), home, base);
      });
    }
    if (!isJsonObject(value)) return;
    let inner = home;
    let innerBase = base;
    const id = value['$id'];
    if (typeof id === 'string' && pointer !== '') {
      const uri = absolute(id, base);
      if (uri !== undefined && !this.#byUri.has(uri)) {
        this.#byUri.set(uri, pointer);
        this.#uriOf.set(pointer, uri);
        inner = pointer;
        innerBase = uri;
      }
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = value[keyword];
      if (typeof name !== 'string') continue;
      for (const key of [`${inner}#${name}`, `*#${name}`])
        if (!this.#anchors.has(key)) this.#anchors.set(key, pointer);
    }
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === 'object') this.#index(child, childPointer(pointer, key), inner, innerBase);
    }
  }
}

function absolute(uri: string, base: string): string | undefined {
  try {
    const url = new URL(uri, base);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}
