import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { markdownText } from '../../text/markdown-text.ts';
import { sampleSchema } from '../../sample/sample-schema.ts';
import { schemaNode } from '../../schema/schema-graph.ts';
import type { Operation } from '../../operation/operation.ts';
import type { ImportedOperation, ImportResult, Loss } from '../import-document.ts';
import { draftApi, draftedComment } from './draft-api.ts';
import {
  type DocumentIdentity,
  documentIdentity,
  documentSlugs,
  type Naming,
} from '../document/document-identity.ts';
import { introductionText, operationText } from './introduction.ts';
import { slug } from '../operation/operation-site.ts';
import { operationNames } from './operation-names.ts';
import { yamlText } from '../document/read-yaml.ts';

export interface DraftFile {
  name: string;
  text: string;
}

/** Limits of a catalogue file. */
const maxTagName = 60;
/** People read example responses. */
const maxReply = 4000;

/** The drafts of a document, before they are files. */
export interface DraftedParts {
  identity: DocumentIdentity;
  tags: { types: DraftTag[]; providers: DraftTag[]; capabilities: DraftTag[]; labels: DraftTag[] };
  entries: DraftedEntry[];
  api: ReturnType<typeof draftApi>['api'];
}

export interface DraftedEntry extends EntryWords {
  one: ImportedOperation;
}

export interface DraftTag {
  slug: string;
  name: string;
  url?: string;
}

/** Drafts a catalogue file for each operation, their tags, and their API. */
export function draftCatalogue(result: Extract<ImportResult, { ok: true }>, naming?: Naming): DraftFile[] {
  const { tags, entries, api } = draftedParts(result, naming);
  return [
    { name: 'tags.yaml', text: commentOf(result.document.losses, 'these drafts do') + yamlText(tags) },
    ...entries.map((entry) => ({ name: fileName(entry.one.id), text: entryText(entry) })),
    ...(entries.length > 0 ? [{ name: apiFileName, text: draftedComment(api) + yamlText({ api }) }] : []),
  ];
}

export function draftedParts(
  { document, operations }: Extract<ImportResult, { ok: true }>,
  naming?: Naming,
): DraftedParts {
  const imported = operations.filter((one) => one.operation !== undefined);
  const identity = documentIdentity(document, naming);
  const slugs = documentSlugs(imported, identity.prefix);
  const names = operationNames(imported);
  const provider = { ...tagOf(identity.provider), slug: tagOf(identity.provider.toLowerCase()).slug };
  // One for the document: the groups of its API tell its operations apart, without a line of the catalogue's filters each.
  const type = tagOf(document.title || 'api');
  const url = document.contact?.url;
  const providers = [
    {
      ...provider,
      ...(url !== undefined && /^https?:\/\/[^\s/]/.test(url) && url.length <= 500 && URL.canParse(url)
        ? { url }
        : {}),
    },
  ];
  const tags = { types: [type], providers, capabilities: [], labels: [] };
  const entries = imported.map((one) => {
    const [slug, name] = [slugs.get(one.id) ?? one.id, names.get(one) ?? one.id];
    return { one, slug, name, source: identity.source, type: type.slug, provider: provider.slug };
  });
  const api = {
    slug: documentIdentity(document, { ...naming, hasPrefix: true }).prefix,
    name: naming?.name ?? (document.title || identity.provider),
    source: identity.source,
    provider: provider.slug,
  };
  return { identity, tags, entries, api: draftApi(document, imported, api, slugs).api };
}

/** The file that groups the products of a document as one API. */
export const apiFileName = 'api.yaml';

/** Avoids `tags.yaml` and `api.yaml`, and device names of some file systems. */
function fileName(id: string): string {
  return /^(?:tags|api|con|prn|aux|nul|com\d|lpt\d)$/.test(id) ? `${id}-operation.yaml` : `${id}.yaml`;
}

function tagOf(text: string): { slug: string; name: string } {
  const name = markdownText(text).slice(0, maxTagName).trim();
  return { slug: slug(name) || 'api', name: name || 'API' };
}

/** The parts of an entry that do not follow from its operation alone. */
interface EntryWords {
  slug: string;
  name: string;
  source: string;
  type: string;
  provider: string;
}

function entryText(drafted: DraftedEntry): string {
  return commentOf(drafted.one.losses, 'this draft does') + yamlText(draftedEntry(drafted));
}

/** A product as a catalogue entry: offline, and with a price to begin with. */
export function draftedEntry({ one, slug, name, source, type, provider }: DraftedEntry) {
  return {
    slug,
    name,
    source,
    status: 'offline',
    type,
    provider,
    capabilities: [],
    labels: [],
    ...draftTexts(one, name),
    operation: one.operation,
    price: flatPrice(1),
  };
}

/** The price of a draft: so many credits for each call, or none. */
export function flatPrice(credits: number) {
  return { lines: [{ label: 'Each call', flat: credits }], maximum: Math.max(credits, 1) };
}

/** The texts that a draft takes from its operation. */
export function draftTexts(one: ImportedOperation, name: string) {
  const text = operationText(one, name);
  return {
    introduction: text === '' ? [] : [{ title: 'What it does', text: introductionText(text) }],
    doc: docText(one, text),
  };
}

function commentOf(losses: Loss[], subject: string): string {
  if (losses.length === 0) return '';
  const lines = losses.map(({ pointer, what }) =>
    `# - ${pointer || '/'}: ${what}`.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
  );
  return `# What the document says and ${subject} not say, or say otherwise:\n${lines.join('\n')}\n`;
}

function docText(one: ImportedOperation, text: string): string {
  const { operation, example, documentation } = one;
  const parts = [text];
  parts.push(`## Example call\n\n${fenced(example ?? {})}`);
  const reply = operation === undefined ? undefined : replyExample(operation);
  if (reply !== undefined) parts.push(`## Example reply\n\n${fenced(reply)}`);
  if (documentation !== undefined) {
    const words = markdownText(documentation.description ?? '').replace(/[[\]]/g, '');
    parts.push(`## Further reading\n\n[${words || 'Documentation'}](${documentation.url})`);
  }
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;
}

function replyExample({ responses, $defs }: Operation): JsonValue | undefined {
  const media = Object.values(Object.values(responses ?? {})[0]?.content ?? {})[0];
  if (media?.example !== undefined) return media.example;
  if (media?.schema === undefined) return undefined;
  const schema = schemaNode(media.schema, $defs);
  const typical = sampleSchema(schema);
  // An object whose members are all optional: as `{}` it would say nothing.
  return isJsonObject(typical) && Object.keys(typical).length === 0 ? sampleSchema(schema, 'full') : typical;
}

function fenced(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown = text.length > maxReply ? `${text.slice(0, maxReply)}\n…` : text;
  const fence = shown.includes('```') ? '~~~~' : '```';
  return `${fence}${typeof value === 'string' ? '' : 'json'}\n${shown}\n${fence}`;
}
