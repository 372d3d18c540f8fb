import { stringify } from 'yaml';
import type { JsonValue } from '../../lib/json.ts';
import { sampleSchema } from '../../lib/sample/sample-schema.ts';
import type { Operation } from '../../lib/operation.ts';
import type { ImportedDocument, ImportedOperation, ImportResult, Loss } from './import-document.ts';
import { reportedRequest } from './import-report.ts';
import { slug } from './operation-id.ts';

export interface DraftFile {
  name: string;
  text: string;
}

/** What a catalogue file takes. */
const MAX_NAME = 100;
const MAX_TAG_NAME = 60;
const MAX_SECTION = 4000;
/** An example reply is there to be read. */
const MAX_REPLY = 4000;

/** A draft of a catalogue file for each operation, and the tags that they carry. */
export function draftCatalogue({ document, operations }: Extract<ImportResult, { ok: true }>): DraftFile[] {
  const imported = operations.filter((one) => one.operation !== undefined);
  const provider = tagOf(document.contact?.name || document.title || 'provider');
  const types = new Map(imported.map((one) => [typeOf(one, document).slug, typeOf(one, document)]));
  const url = document.contact?.url;
  const providers = [
    {
      ...provider,
      ...(url !== undefined && /^https?:\/\/[^\s/]/.test(url) && url.length <= 500 && URL.canParse(url)
        ? { url }
        : {}),
    },
  ];
  const tags = { types: [...types.values()], providers, capabilities: [], labels: [] };
  return [
    { name: 'tags.yaml', text: commentOf(document.losses, 'these drafts do') + stringify(tags) },
    ...imported.map((one) => ({ name: fileName(one.id), text: entryText(one, document, provider.slug) })),
  ];
}

/** `tags.yaml` is taken, and some disks have names of their own for devices. */
function fileName(id: string): string {
  return /^(?:tags|con|prn|aux|nul|com\d|lpt\d)$/.test(id) ? `${id}-operation.yaml` : `${id}.yaml`;
}

function typeOf(one: ImportedOperation, document: ImportedDocument): { slug: string; name: string } {
  return tagOf(one.tags.find((tag) => slug(tag) !== '') ?? (document.title || 'api'));
}

function tagOf(text: string): { slug: string; name: string } {
  const name = text.trim().replace(/\s+/g, ' ').slice(0, MAX_TAG_NAME).trim();
  return { slug: slug(name) || 'api', name: name || 'API' };
}

function entryText(one: ImportedOperation, document: ImportedDocument, provider: string): string {
  const { operation } = one;
  const summary = (operation?.summary ?? '').trim().replace(/\s+/g, ' ');
  const text = (operation?.description ?? operation?.summary ?? document.description ?? '').trim();
  const entry = {
    slug: one.id,
    name: (summary || one.id).slice(0, MAX_NAME).trim(),
    status: 'offline',
    type: typeOf(one, document).slug,
    provider,
    capabilities: [],
    labels: [],
    introduction: text === '' ? [] : [{ title: 'What it does', text: text.slice(0, MAX_SECTION).trim() }],
    doc: docText(one),
    operation,
    price: { lines: [{ label: 'Each call', flat: 1 }], maximum: 1 },
  };
  return (
    commentOf(one.losses, 'this draft does') +
    stringify(entry, { aliasDuplicateObjects: false, lineWidth: 0 })
  );
}

function commentOf(losses: Loss[], subject: string): string {
  if (losses.length === 0) return '';
  const lines = losses.map(({ pointer, what }) =>
    `# - ${pointer || '/'}: ${what}`.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
  );
  return `# What the document says and ${subject} not say, or say otherwise:\n${lines.join('\n')}\n`;
}

function docText(one: ImportedOperation): string {
  const { operation, example } = one;
  const parts = [operation?.description ?? operation?.summary ?? ''];
  parts.push(`## Example call\n\n${fenced(example ?? {})}`);
  const request = reportedRequest(one);
  if (request !== null) parts.push(`It is sent as \`${request.method} ${request.url.replaceAll('`', '')}\`.`);
  const reply = operation === undefined ? undefined : replyExample(operation);
  if (reply !== undefined) parts.push(`## Example reply\n\n${fenced(reply)}`);
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;
}

function replyExample({ responses, $defs }: Operation): JsonValue | undefined {
  const media = Object.values(Object.values(responses ?? {})[0]?.content ?? {})[0];
  if (media === undefined) return undefined;
  return media.example ?? (media.schema === undefined ? undefined : sampleSchema(media.schema, $defs ?? {}));
}

function fenced(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown = text.length > MAX_REPLY ? `${text.slice(0, MAX_REPLY)}\n…` : text;
  const fence = shown.includes('```') ? '~~~~' : '```';
  return `${fence}${typeof value === 'string' ? '' : 'json'}\n${shown}\n${fence}`;
}
