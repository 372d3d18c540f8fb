import { type JsonObject, type JsonValue, isJsonObject } from '../../json/json.ts';
import {
  type DocumentAddress,
  documentAddress,
  childPointer,
  member,
  pointerTokens,
  textMember,
  unescapeToken,
} from './pointer.ts';
import { htmlAsMarkdown } from './html-as-markdown.ts';

export type Dialect = '2.0' | '3.0' | '3.1';

type Located =
  | { ok: true; pointer: string; value: JsonValue; note?: string }
  | { ok: false; problem: string };

/** Longer chains of references are loops. */
const maxHops = 60;

/** Places of schemas, by dialect, including common mistakes. */
const schemaHomes = [
  '/components/schemas',
  '/definitions',
  '/$defs',
  '/schemas',
  '/components/definitions',
  '/models',
];

/** A parsed document. It follows references only within itself. */
export class SourceDocument {
  readonly #resources: ResourceIndex;
  /** The base of its relative links. */
  readonly address: DocumentAddress | undefined;

  constructor(
    readonly root: JsonObject,
    readonly dialect: Dialect,
    readonly version: string,
    url?: string,
  ) {
    this.#resources = new ResourceIndex(dialect === '3.1' ? root : {});
    this.address = documentAddress(root, url);
  }

  /** A Markdown text of the document with absolute links. */
  markdown(owner: JsonValue | undefined, key: string): string | undefined {
    const text = textMember(owner, key);
    return text === undefined ? undefined : this.markdownOf(text);
  }

  markdownOf(text: string): string {
    return resolveLinks(htmlAsMarkdown(text), this.address);
  }

  /** The target of a `$ref` at `from`, which may be another reference. */
  locate(reference: string, from: string): Located {
    return this.#locateWithin(reference, from, 0);
  }

  /** Follows references until it finds another value. For all objects except schemas. */
  follow(value: JsonValue | undefined, pointer: string): Located {
    let current: JsonValue | undefined = value;
    let at = pointer;
    for (let hops = 0; hops < maxHops; hops += 1) {
      if (current === undefined) return { ok: false, problem: 'its target does not exist' };
      const reference = member(current, '$ref');
      if (Array.isArray(current) || typeof reference !== 'string')
        return { ok: true, pointer: at, value: current };
      const located = this.locate(reference, at);
      if (!located.ok) return located;
      current = located.value;
      at = located.pointer;
    }
    return { ok: false, problem: 'the reference leads back to itself' };
  }

  #locateWithin(reference: string, from: string, hops: number): Located {
    const mark = reference.indexOf('#');
    const uri = mark < 0 ? reference : reference.slice(0, mark);
    const fragment = mark < 0 ? '' : reference.slice(mark + 1);
    const home = uri === '' ? this.#resources.enclosing(from) : this.#resources.find(uri, from);
    if (home === undefined) return this.#byBareName(reference) ?? outside(reference);
    if (fragment === '') return this.#walk(home, [], hops);
    if (!fragment.startsWith('/')) return this.#byAnchor(fragment, home) ?? this.#byName(fragment, reference);
    const raw = fragment.split('/').slice(1);
    const decoded = raw.map((token) => unescapeToken(decodePercent(token)));
    // Behind another reference only one way of reading is tried, because they would multiply at each step.
    if (hops > 0) return this.#walk(home, decoded, hops);
    const attempts = [decoded, raw.map(unescapeToken), decoded.filter((token) => token !== '')];
    for (const base of home === '' ? [''] : [home, '']) {
      for (const tokens of attempts) {
        const located = this.#walk(base, tokens, hops);
        if (located.ok) return located;
      }
    }
    return this.#byName(decoded.at(-1) ?? '', reference);
  }

  #walk(base: string, tokens: string[], hops: number): Located {
    let value: JsonValue | undefined = this.root;
    let pointer = '';
    for (const token of [...pointerTokens(base), ...tokens]) {
      let next = member(value, token);
      if (next === undefined) {
        const reference = member(value, '$ref');
        if (typeof reference !== 'string' || hops > maxHops)
          return { ok: false, problem: 'its target does not exist' };
        const through = this.#locateWithin(reference, pointer, hops + 1);
        if (!through.ok) return through;
        pointer = through.pointer;
        next = member(through.value, token);
      }
      if (next === undefined) return { ok: false, problem: 'its target does not exist' };
      value = next;
      pointer = childPointer(pointer, token);
    }
    return { ok: true, pointer, value };
  }

  #byAnchor(name: string, home: string): Located | undefined {
    const pointer = this.#resources.anchor(decodePercent(name), home);
    return pointer === undefined ? undefined : this.#walk(pointer, [], 0);
  }

  #byBareName(reference: string): Located | undefined {
    if (!/^[\w.-]+$/.test(reference) || /\.(?:ya?ml|json)$/i.test(reference)) return undefined;
    const located = this.#byName(reference, reference);
    return located.ok ? located : undefined;
  }

  /** Finds a target by its name in the wrong place, as in documents converted by hand. */
  #byName(name: string, reference: string): Located {
    for (const home of schemaHomes) {
      const located = this.#walk(home, [name], maxHops);
      if (located.ok)
        return { ...located, note: `"${short(reference)}" leads nowhere; ${home}/${name} is meant.` };
    }
    return { ok: false, problem: `"${short(reference)}" leads nowhere` };
  }
}

/** Detects the dialect of a document, or explains why it is unknown. */
export function openDocument(root: JsonObject, url?: string): SourceDocument | string {
  const version =
    textMember(root, 'openapi') ?? textMember(root, 'swagger') ?? textMember(root, 'swaggerVersion');
  if (version === undefined) return 'it has no "openapi" or "swagger" version';
  const dialect = dialectOf(version.trim().replace(/^v(?=\d)/i, ''), 'openapi' in root);
  if (dialect === undefined) return `its version "${short(version)}" is not OpenAPI 2.0, 3.0 or 3.1`;
  if (!['paths', 'components', 'webhooks', 'definitions'].some((key) => member(root, key) !== undefined)) {
    return 'it has no paths';
  }
  return new SourceDocument(root, dialect, version.trim(), url);
}

function dialectOf(version: string, isOpenapi: boolean): Dialect | undefined {
  if (/^2(?:\.0(?:[.-].*)?)?$/.test(version)) return '2.0';
  if (!isOpenapi && !/^3/.test(version)) return undefined;
  if (/^3(?:\.0(?:\.|-|$)|$)/.test(version)) return '3.0';
  return /^3\./.test(version) ? '3.1' : undefined;
}

function outside(reference: string): Located {
  return {
    ok: false,
    problem: `"${short(reference)}" is outside this document, and imports read nothing else`,
  };
}

function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    // A stray % in a name stays.
    return token;
  }
}

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** The base for relative identifiers. It is never called. */
const ownBase = 'https://document.invalid/';

/** Places in a document that have a name from `$id`, `$anchor` or `$dynamicAnchor`. */
class ResourceIndex {
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

/** Matches code, which stays, before links, images and link definitions. Bounded to be linear. */
const linkPattern = new RegExp(
  [
    /^ {0,3}(?<fence>```+|~~~+)[^]*?(?:^ {0,3}\k<fence>|$(?![^]))/,
    /(?<!`)(?<ticks>`{1,4})(?!`)[^`]+\k<ticks>(?!`)/,
    /(?<image>!?)\[(?<label>(?:[^\][]|!?\[[^\][]{0,300}\](?:\([^()\s]{0,500}\))?){0,500})\]\(\s{0,9}<?(?<href>[^\s()<>]{0,2000}(?:\([^\s()]{0,200}\)[^\s()<>]{0,200}){0,5})>?(?<title>\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/,
    /^ {0,3}\[(?<name>[^\][\n]{1,300})\]:[ \t]{0,9}<?(?<target>[^\s<>]{1,2000})>?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
);

/** Makes the links of a Markdown text absolute. Other links would point into the portal, so only their text stays. */
export function resolveLinks(markdown: string, base: DocumentAddress | undefined): string {
  if (!markdown.includes('](') && !markdown.includes(']:')) return markdown;
  return markdown.replace(linkPattern, (whole: string, ...rest: unknown[]) => {
    const { image, label, href, title = '', name, target } = groupsOf(rest.at(-1));
    if (label !== undefined && href !== undefined) {
      const words = label.includes('](') ? resolveLinks(label, base) : label;
      const address = resolved(href, base);
      return address === undefined ? words : `${image ?? ''}[${words}](${address}${title})`;
    }
    // Links that use an unresolved definition become plain text.
    if (name !== undefined && target !== undefined) {
      const address = resolved(target, base);
      return address === undefined ? '' : `[${name}]: ${address}`;
    }
    return whole;
  });
}

/** The absolute address of a link; undefined if the document has no base. */
export function resolved(href: string, base: DocumentAddress | undefined): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  if (href.startsWith('//')) return `https:${href}`;
  if (href === '' || base === undefined || !URL.canParse(href, base.url)) return undefined;
  // Anchors of the document do not exist at its server's address.
  if (href.startsWith('#') && !base.isOwn) return undefined;
  return new URL(href, base.url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** `replace` passes the named groups of a match as its last argument. */
function groupsOf(groups: unknown): Record<string, string | undefined> {
  return groups as Record<string, string | undefined>;
}
