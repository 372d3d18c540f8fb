import { capitalized } from '../../text/names.ts';
import { createHash } from 'node:crypto';
import { markdownText } from '../../text/markdown-text.ts';
import type { ImportedDocument, ImportedOperation } from '../import-document.ts';
import { operationSlug, slug } from '../operation/operation-site.ts';

/** The most characters of a slug, and of the document's part in it. */
const longestSlug = 64;
const longestPrefix = 24;
/** The most characters of a provider in a catalogue file. */
const longestProvider = 60;

/** The name of a document in a catalogue. It separates its products from those of other documents. */
export interface DocumentIdentity {
  /** The same for all versions of the document. */
  source: string;
  /** The start of its products' slugs. */
  prefix: string;
  provider: string;
}

export interface Naming {
  /** A name for documents whose title is not enough. */
  name?: string | undefined;
  /** Without a prefix, slugs consist of the operation only. */
  hasPrefix?: boolean;
}

export function documentIdentity(
  document: ImportedDocument,
  { name, hasPrefix = true }: Naming = {},
): DocumentIdentity {
  const identity = { provider: providerName(document), ...sourceAndPrefix(document, name) };
  return hasPrefix ? identity : { ...identity, prefix: '' };
}

function sourceAndPrefix(
  document: ImportedDocument,
  name: string | undefined,
): Pick<DocumentIdentity, 'source' | 'prefix'> {
  if (name !== undefined) return { source: name, prefix: prefixOf(slug(name.toLowerCase())) };
  const title = withMajorVersion(markdownText(document.title));
  const source = [title || 'API', ...(document.host === undefined ? [] : [`(${document.host})`])].join(' ');
  // A brand is one word with any capitals: openai, github.
  const product = [withoutNoise(title), hostName(document.host), title]
    .map((text) => slug(text.toLowerCase()))
    .find((text) => text !== '');
  return { source: source.slice(0, 200).trim(), prefix: prefixOf(product ?? '') };
}

/** Whether a source is specific to one API. Frameworks generate default titles and servers. */
export function isTellingSource(source: string): boolean {
  const [, title = '', host = 'localhost'] = /^(.*?)(?: \(([^()]*)\))?$/s.exec(source) ?? [];
  const name = withoutVersion(withoutNoise(title));
  return (name !== '' && !defaultTitle.test(name)) || !localHost.test(host.replace(/:\d+$/, ''));
}

/** Default titles after noise words are removed. */
const defaultTitle = /^(?:fast ?api|untitled|title|example|sample|demo|test|web ?application ?\d*)$/i;
/** A host name without a dot belongs to a private network. */
const localHost =
  /^(?:[^.]*|\[.*\]|(?:127|10)\..*|0\.0\.0\.0|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|.*\.(?:localhost|local|internal|lan|invalid))$/i;

/** The facts that identify an operation in its document. */
export type OperationAddress = Pick<ImportedOperation, 'id' | 'method' | 'path' | 'operation'>;

/**
 * The slugs of a document's operations by id. If several operations would share a slug, all get their method and path:
 * otherwise a new operation that comes first would take over the product of another.
 */
export function documentSlugs(operations: OperationAddress[], prefix: string): Map<string, string> {
  const wanted = operations.map((one) => ({ one, slug: plainSlug(one, prefix) }));
  const sharing = new Map<string, number>();
  for (const { slug } of wanted) sharing.set(slug, (sharing.get(slug) ?? 0) + 1);
  return new Map(
    wanted.map(({ one, slug }) => [
      one.id,
      (sharing.get(slug) ?? 0) > 1 ? distinctSlug(slug, one) : shortened(slug),
    ]),
  );
}

/** A slug that no other operation of the document can have. */
export function distinctSlug(slug: string, { method, path }: { method: string; path: string }): string {
  return shortened(`${slug}-${hashOf(`${method} ${path}`, 6)}`);
}

function plainSlug({ method, path, operation }: OperationAddress, prefix: string): string {
  const own = operationSlug(operation?.operationId, method, path);
  return prefix === '' || own.startsWith(`${prefix}-`) ? own : `${prefix}-${own}`;
}

function shortened(wanted: string): string {
  if (wanted.length <= longestSlug) return wanted;
  return `${wanted.slice(0, longestSlug - 7).replace(/-+$/, '')}-${hashOf(wanted, 6)}`;
}

function prefixOf(product: string): string {
  if (product === '') return 'api';
  if (product.length <= longestPrefix) return product;
  const most = longestPrefix - 5;
  const words = product.lastIndexOf('-', most);
  return `${product.slice(0, words > most / 2 ? words : most)}-${hashOf(product, 4)}`;
}

function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** The provider in the document, else its title without words such as "API". */
function providerName({ providerName: given, title, contact, host }: ImportedDocument): string {
  const named = markdownText(given ?? '');
  const company = markdownText(contact?.name ?? '');
  const whole = markdownText(title);
  const product = withoutVersion(withoutNoise(whole));
  const isCompany = company !== '' && !isContact(company);
  // A contact that may be a person counts as the company if the title begins with it.
  const isTold = isCompany && product.toLowerCase().startsWith(company.toLowerCase());
  const found =
    (isDomain(named) ? capitalized(hostName(named)) : named) ||
    (isTold ? company : product) ||
    (isCompany ? company : capitalized(hostName(host))) ||
    whole;
  return found.slice(0, longestProvider).trim() || 'API';
}

function isDomain(name: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)+$/.test(name);
}

/** "OpenAI Support", "API Team" and addresses are contacts, not providers. */
function isContact(name: string): boolean {
  return (
    /@|:\/\//.test(name) ||
    /\b(?:support|team|help\s?desk|contact|developers?|engineering|admin(?:istrator)?s?|info|api|department|dept|maintainers?|owners?|sales|devrel|relations|community)\b/i.test(
      name,
    )
  );
}

/** "2.1.7" changes with each version of a document; "v2" rarely does, and old major versions often stay online. */
function withMajorVersion(title: string): string {
  return title
    .replace(/\bv(\d+)(?:\.\d+)+\b/gi, 'v$1')
    .replace(/\b\d+(?:\.\d+)+\b/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(dangling, '');
}

function withoutVersion(title: string): string {
  return title
    .replace(/\bv?\d+(?:\.\d+)+\b|\bv\d+\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(dangling, '');
}

/** A title without words that every title has. */
function withoutNoise(title: string): string {
  const named = title
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(noise, ' ')
    .replace(/\b(?:specification|documentation|docs|reference|swagger)\s*$/i, ' ')
    .replace(/^(?:\s*(?:the|welcome to|my|swagger|for)\b)+/i, ' ')
    .replace(/\s+/g, ' ')
    .replace(dangling, '');
  return /[\p{L}\p{N}]/u.test(named) ? named : '';
}

/** "Public REST API reference" at the end of a title or part of it. An API gateway is a product. */
const noise =
  /\b(?:(?:public|rest(?:ful)?|http|web|open|developers?|platform) )*(?:open ?api|swagger|apis?)(?: (?:specification|spec|definition|documentation|docs|reference|version))*(?=\s*(?:$|[-–—:,|.]|v?\d|for\b))/gi;
const dangling = /^[\s\-–—:,|.]+|[\s\-–—:,|.]+$/g;

/** `api.stripe.com` → `stripe`. */
function hostName(host: string | undefined): string {
  const labels = (host ?? '').replace(/:\d+$/, '').toLowerCase().split('.');
  if (labels.length < 2 || labels.every((label) => /^\d+$/.test(label))) return '';
  const ending = /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? '') && labels.length > 2 ? 2 : 1;
  return labels.slice(0, -ending).at(-1) ?? '';
}
