import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { enumDescriptions } from '../schema/schema-values.ts';
import { htmlAsMarkdown } from './html-as-markdown.ts';
import { arrayMember, objectMember, textMember } from './pointer.ts';

/*
 * Callers of the portal never reach the upstream themselves: its addresses help nobody, and advice about its credentials
 * is wrong for them. So both leave the public texts and examples of a document. Servers and security schemes stay for
 * the gateway. Values that a caller may have to send stay, too (enum, const, pattern), and so does the document's title.
 */

/** In examples, which keep their form. Reserved by RFC 2606. */
const placeholder = 'upstream.example';
/** Texts that describe the upstream's own responses to a wrong credential. The portal answers instead of it. */
const hiddenResponses = new Set(['401', '403', '407']);
/** Their members have names of the document's choice. */
const maps = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas', 'paths'],
  ...['responses', 'parameters', 'headers', 'requestBodies', 'content', 'callbacks', 'pathItems', 'models'],
]);
const privateParts = new Set(['servers', 'securitySchemes', 'securityDefinitions', 'security', 'host']);
const texts = new Set(['title', 'description', 'summary', 'x-displayName']);
const lists = new Set<string>(enumDescriptions);
const examples = new Set(['example', 'x-example', 'default', 'value']);

type Role = 'object' | 'map' | 'data' | 'texts';

/** Removes the upstream's addresses and its authentication from all public texts and examples of a document. */
export function withoutUpstream(root: JsonObject): JsonObject {
  const upstream = upstreamOf(root);
  const done = () => new Map<JsonValue, JsonValue>();
  const known = { object: done(), map: done(), data: done(), texts: done() };
  const cleaned = (value: JsonValue, role: Role): JsonValue => {
    if (typeof value === 'string') {
      if (role === 'texts') return publicText(value, upstream);
      return role === 'data' ? withPlaceholder(value, upstream) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const earlier = known[role].get(value);
    if (earlier !== undefined) return earlier;
    const result = Array.isArray(value)
      ? value.map((item) => cleaned(item, role === 'map' ? 'object' : role))
      : members(value, role);
    known[role].set(value, result);
    return result;
  };
  const members = (owner: JsonObject, role: Role): JsonObject =>
    Object.fromEntries(
      Object.entries(owner).flatMap(([key, value]): [string, JsonValue][] => {
        if (role !== 'object') return [[key, cleaned(value, role === 'map' ? 'object' : role)]];
        if (privateParts.has(key)) return [[key, value]];
        if (texts.has(key) && typeof value === 'string') {
          const text = publicText(value, upstream);
          return text === '' && value !== '' ? [] : [[key, text]];
        }
        if (lists.has(key)) return [[key, cleaned(value, 'texts')]];
        // A placeholder would be sent, and the upstream has its own default.
        if (key === 'default' && mentions(JSON.stringify(value), upstream.address)) return [];
        if (key === 'info' && isJsonObject(value))
          return [[key, { ...members(value, 'object'), title: value['title'] ?? '' }]];
        if (key === 'externalDocs' || key === 'contact') return [[key, withoutAddress(value, upstream)]];
        if (key === 'responses' && isJsonObject(value)) return [[key, cleaned(seenResponses(value), 'map')]];
        if (key === 'examples') return [[key, cleaned(value, Array.isArray(value) ? 'data' : 'map')]];
        return [[key, cleaned(value, maps.has(key) ? 'map' : examples.has(key) ? 'data' : 'object')]];
      }),
    );
  return members(root, 'object');
}

/** Without the replies that no caller sees, unless there are no others. */
function seenResponses(responses: JsonObject): JsonObject {
  const seen = Object.entries(responses).filter(([status]) => !hiddenResponses.has(status));
  return Object.fromEntries(seen);
}

function withoutAddress(value: JsonValue, { address }: Upstream): JsonValue {
  const url = textMember(value, 'url');
  if (!isJsonObject(value) || url === undefined || !mentions(url, address)) return value;
  const { url: _upstream, ...rest } = value;
  return rest;
}

interface Upstream {
  /** Matches its hosts. */
  address: RegExp | undefined;
  /** Matches its hosts and the names of its credentials. */
  any: RegExp | undefined;
}

/** No document has more servers. */
const mostNames = 200;

function upstreamOf(root: JsonObject): Upstream {
  const hosts = [...hostsOf(root)].slice(0, mostNames).map(hostPattern);
  const names = credentialNames(root).slice(0, mostNames).map(namePattern);
  const together = (parts: string[]) => (parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'i'));
  return { address: together(hosts), any: together([...hosts, ...names]) };
}

function hostsOf(root: JsonObject): Set<string> {
  const hosts = new Set<string>();
  const add = (text: string) => {
    const host = /^(?:\w+:)?\/\/(?:[^/@]*@)?([^/?#]+)/.exec(text)?.[1] ?? '';
    // A placeholder in a host ends at a dot: {region}.api.example.com.
    const known = host.replace(/^.*\}[^.]*\.?/, '').toLowerCase();
    if (known !== '') hosts.add(known);
  };
  const owners = [root, ...Object.values(objectMember(root, 'paths') ?? {})].filter(isJsonObject);
  const operations = owners.slice(1).flatMap((item) => Object.values(item).filter(isJsonObject));
  for (const owner of [...owners, ...operations])
    for (const server of arrayMember(owner, 'servers')) {
      const url = textMember(server, 'url')?.trim() ?? '';
      add(/^[\w-]+(?:\.[\w-]+)+/.test(url) ? `//${url}` : url);
      for (const [name, variable] of Object.entries(objectMember(server, 'variables') ?? {}))
        for (const value of [textMember(variable, 'default'), ...arrayMember(variable, 'enum')])
          add(url.replace(`{${name}}`, String(value)));
    }
  const host = textMember(root, 'host')?.trim() ?? '';
  if (host !== '') add(`//${host.replace(/^\w+:\/\//, '')}`);
  return hosts;
}

/** The name of a machine is an ordinary word elsewhere, so it counts as a part of an address only. */
function hostPattern(host: string): string {
  const [name = '', port] = host.split(/:(?=\d+$)/);
  const bare = escaped(name);
  if (!/[.:]/.test(name)) return `//${bare}(?![\\w.-])|(?<![\\w.-])${bare}:${port ?? '\\d{2,5}'}(?!\\d)`;
  return `(?<![\\w-])(?<!\\w\\.)${bare}(?![\\w-]|\\.\\w)(?::\\d{1,5})?`;
}

function credentialNames(root: JsonObject): string[] {
  const schemes = [
    objectMember(objectMember(root, 'components'), 'securitySchemes'),
    objectMember(root, 'securityDefinitions'),
  ].flatMap((home) => Object.values(home ?? {}));
  return schemes.flatMap((scheme) =>
    textMember(scheme, 'type')?.toLowerCase() === 'apikey' ? (textMember(scheme, 'name') ?? []) : [],
  );
}

/** "key" and "token" are words; `X-Api-Key` is not. */
function namePattern(name: string): string {
  const bare = escaped(name);
  return /[-_]|[a-z][A-Z]/.test(name) ? `(?<![\\w-])${bare}(?![\\w-])` : `[\`"'?&]${bare}[\`"'=:]`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** Sentences about the credentials of any API. */
const credentials = new RegExp(
  [
    String.raw`\bauthorization\b[\x60'"*]{0,3}\s{0,3}(?::|headers?\b|(?:http|request)\s+headers?\b)`,
    String.raw`\bbearer\s+(?:tokens?|auth\w*|[<{$\x60])|\b(?:http\s+)?basic\s+auth\w*`,
    String.raw`\b(?:send|sen[dt]|pass(?:ed)?|includ(?:e|ed|ing)|provid(?:e|ed|ing)|suppl(?:y|ied)|requires?|needs?|with|in)\b[^.!?]{0,60}\b(?:api|access|secret|auth(?:entication|orization)?)[ -](?:keys?|tokens?)\b`,
    String.raw`\b(?:requires?|needs?|must\s+be|uses?)\s+(?:\w+\s+){0,2}authenticat(?:ion|ed)\b`,
    String.raw`\bauthenticate[sd]?\s+(?:with|using|by|via|your|each|all|every|requests?|calls?)\b`,
    String.raw`\bauthentication\s+(?:is|required|tokens?|headers?|schemes?|uses?)\b|\boauth\s?2?(?:\.0)?\s+(?:scopes?|tokens?)`,
  ].join('|'),
  'i',
);
const aboutCredentials =
  /^(?:\d+[.)]?\s*)?(?:authenticat\w*|authori[sz]ation|api[ -]?keys?|access[ -]tokens?|credentials|security\s+schemes?|base\s+ur[il]s?)\b/i;

const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$|^\s*\*\*([^*\n]{1,100})\*\*:?\s*$/;

function mentions(text: string, pattern: RegExp | undefined): boolean {
  return pattern?.test(text) === true;
}

function isPrivate(text: string, { any }: Upstream): boolean {
  return mentions(text, any) || credentials.test(text);
}

/** A Markdown text without its sections, sentences and examples about the upstream. */
function publicText(text: string, upstream: Upstream): string {
  const isTouched =
    isPrivate(text, upstream) || /authenti|authori|api[ -]?key|token|credential|base ur/i.test(text);
  if (!isTouched) return text;
  const blocks = blocksOf(htmlAsMarkdown(text));
  const kept: { text: string; level: number }[] = [];
  let hiddenLevel = 0;
  for (const block of blocks) {
    const level = levelOf(block);
    if (level > 0 && hiddenLevel > 0 && level <= hiddenLevel) hiddenLevel = 0;
    if (hiddenLevel > 0) continue;
    if (level > 0 && aboutCredentials.test(titleOf(block))) hiddenLevel = level;
    else kept.push({ text: publicBlock(block, upstream), level });
  }
  return withoutEmptied(kept)
    .map((block) => block.text)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Without headings of which nothing is left. */
function withoutEmptied(blocks: { text: string; level: number }[]): { text: string; level: number }[] {
  if (blocks.length === 1) return blocks;
  let next: { level: number } | undefined;
  const isKept = blocks.toReversed().map((block) => {
    const isEmptied =
      block.level > 0 && (next === undefined || (next.level > 0 && next.level <= block.level));
    if (!isEmptied && block.text.trim() !== '') next = block;
    return !isEmptied;
  });
  isKept.reverse();
  return blocks.filter((_block, index) => isKept[index]);
}

function levelOf(block: string): number {
  const [, marks, bold] = heading.exec(block) ?? [];
  if (marks !== undefined) return marks.length;
  return bold === undefined && !/^\s*\*\*[^*\n]{1,100}\*\*:?\s*$/.test(block) ? 0 : 7;
}

function titleOf(block: string): string {
  const [, , title, bold] = heading.exec(block) ?? [];
  return (title ?? bold ?? '').replace(/^[*_\x60]+/, '');
}

/** Code blocks, headings, items, rows of tables, and the lines of a paragraph together. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let fence = '';
  let isOpen = false;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(\x60{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const isStart =
      /^\s*(?:[-*+]|\d+[.)])\s|^\s*\||^ {0,3}(?:#{1,6}\s|>)|^\s*\*\*[^*\n]{1,100}\*\*:?\s*$/.test(line);
    const continues = fence !== '' || (isOpen && line.trim() !== '' && !isStart && mark === '');
    if (continues) blocks.push(`${blocks.pop() ?? ''}\n${line}`);
    else blocks.push(line);
    if (fence !== '' && mark.startsWith(fence)) {
      fence = '';
      isOpen = false;
    } else if (fence === '') {
      fence = mark;
      isOpen = line.trim() !== '' && levelOf(line) === 0;
    }
  }
  return blocks;
}

function publicBlock(block: string, upstream: Upstream): string {
  if (!isPrivate(block, upstream)) return block;
  if (/^ {0,3}(?:\x60{3}|~{3})|^\s*\|/.test(block)) return '';
  const [marker = ''] = /^\s*(?:(?:[-*+]|\d+[.)])\s+|#{1,6}\s+|>\s?)?/.exec(block) ?? [];
  const sentences = block.slice(marker.length).split(/(?<=[.!?][)\x60*"']{0,2})(?=\s)/);
  const kept = sentences.filter((sentence) => !isPrivate(sentence, upstream)).join('');
  return kept.trim() === '' ? '' : marker + kept.trimStart();
}

function withPlaceholder(text: string, { address }: Upstream): string {
  if (!mentions(text, address) || address === undefined) return text;
  return text.replace(new RegExp(address.source, 'gi'), (found) =>
    found.startsWith('//') ? `//${placeholder}` : placeholder,
  );
}
