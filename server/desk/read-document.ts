import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { type DraftedParts, draftedEntry, draftedParts } from '../../lib/import/drafts/draft-catalogue.ts';
import type { ImportedOperation, ImportResult, Loss } from '../../lib/import/import-document.ts';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { inputShape } from '../../lib/operation/input-shape.ts';
import { type Operation, operationSchema } from '../../lib/operation/operation.ts';
import { secretNames } from '../products/online-hindrance.ts';
import type { ImportedRow } from '../store/catalogue/import-jobs.ts';

/** What the portal stores of an imported document, beside its operations. */
export interface DocumentFacts {
  title: string;
  version: string;
  openapi: string;
  /** The name of the document in a catalogue. */
  source: string;
  /** The tags of its products. */
  type: { slug: string; name: string };
  provider: { slug: string; name: string; url?: string };
  api: ApiFacts;
  groups: { name: string | null; description: string }[];
  /** The servers of its operations, the most used first. */
  servers: string[];
  credentials: { name: string; type: string; operations: number }[];
  losses: Loss[];
  operations: number;
  /** How many of them can be sold. */
  imported: number;
  /** The parts in which its operations are asked for. */
  parts: number;
}

/** Of the API that its products make up. */
export type ApiFacts = Omit<DraftedParts['api'], 'groups'>;

/** Operations, and what is stored of them compressed: their drafts and losses. */
export interface ImportedPart {
  operations: ImportedRow[];
  content: Uint8Array;
  /** Of the drafts and losses, before they are compressed. */
  bytes: number;
}

/** By the order of the operations of a part. The entry is null where the operation cannot be sold. */
export type PartContent = z.output<typeof partContent>;

const partContent = z.array(
  z.strictObject({
    entry: z.custom<JsonObject>((value) => isJsonObject(value)).nullable(),
    losses: z.array(z.strictObject({ pointer: z.string(), what: z.string() })),
  }),
);

export function readPart(content: Uint8Array): PartContent {
  return partContent.parse(JSON.parse(inflateRawSync(content).toString()));
}

/** A part is read to publish or show one of its operations. */
export const operationsInPart = 100;
/** More servers are no choice. */
const maxServers = 50;
/** Nobody reads more in a row of a list. */
const maxProblem = 1_000;
const maxCredentials = 20;
const notSold = 'Cannot be sold';
/** The limit of a catalogue file. */
const maxEntryBytes = 1024 * 1024;

interface Placed {
  one: ImportedOperation;
  group: number;
  draft?: DraftedParts['entries'][number];
}

/** A document in the order of its groups, made into rows when they are asked for. */
export class ReadDocument {
  readonly facts: DocumentFacts;
  readonly #placed: Placed[];
  #last: PartContent = [];

  /** `knownAs`: the name that an earlier version has in the catalogue, whatever this one is called. */
  constructor(result: Extract<ImportResult, { ok: true }>, knownAs: string | null = null) {
    const { document, operations } = result;
    const drafted = draftedParts(result);
    const source = knownAs ?? drafted.identity.source;
    const parts: DraftedParts = {
      ...drafted,
      api: { ...drafted.api, source },
      entries: drafted.entries.map((entry) => ({ ...entry, source })),
    };
    const { groups, ...api } = parts.api;
    this.#placed = inGroups(parts, operations);
    const [type = { slug: 'api', name: 'API' }] = parts.tags.types;
    const [provider = type] = parts.tags.providers;
    const others = this.#placed.some(({ group }) => group === groups.length);
    this.facts = {
      title: document.title,
      version: document.version,
      openapi: document.openapi,
      source,
      type,
      provider,
      api,
      groups: [
        ...groups.map(({ name = null, description = '' }) => ({ name, description })),
        ...(others ? [{ name: notSold, description: '' }] : []),
      ],
      servers: mostUsed(parts.entries.map(({ one }) => one.operation?.server.url ?? '')).slice(0, maxServers),
      credentials: credentialsOf(operations),
      losses: document.losses,
      operations: operations.length,
      imported: parts.entries.length,
      parts: Math.ceil(operations.length / operationsInPart),
    };
  }

  part(index: number): ImportedPart {
    const start = index * operationsInPart;
    const placed = this.#placed.slice(start, start + operationsInPart);
    const made = placed.map((one, offset) => this.#row(one, start + offset));
    const content: PartContent = made.map(({ entry, losses }) => ({ entry, losses }));
    this.#last = content;
    const text = JSON.stringify(content);
    return {
      operations: made.map(({ row }) => row),
      content: deflateRawSync(text, { level: 3 }),
      bytes: text.length,
    };
  }

  /** The draft of an operation of the part that was made last, by its place there. */
  lastEntry(offset: number): JsonObject | null {
    return this.#last[offset]?.entry ?? null;
  }

  #row({ one, group, draft }: Placed, position: number) {
    const { method, path, losses, operation } = one;
    const entry = draft ? jsonOf(draftedEntry(draft)) : null;
    const problem = entry ? tooLarge(entry) : whyNot(losses);
    const fields = operation ? inputShape(operation).fields : [];
    const row: ImportedRow = {
      position,
      group,
      method,
      path: storable(path),
      name: storable(draft?.name ?? one.id),
      slug: draft?.slug ?? one.id,
      fields: fields.length,
      required: fields.filter(({ required }) => required).length,
      losses: losses.length,
      problem: problem === null ? null : storable(problem.slice(0, maxProblem)),
      credentials: operation ? secretNames(operation).slice(0, maxCredentials).join(' ') : '',
      fingerprint: operation ? operationFingerprint(operationSchema.parse(operation)) : '',
      server: operation?.server.url ?? '',
    };
    return { row, entry: problem === null ? entry : null, losses };
  }
}

/** In the order of the API's groups. What cannot be sold comes last. */
function inGroups({ entries, api }: DraftedParts, operations: ImportedOperation[]): Placed[] {
  const bySlug = new Map(entries.map((draft) => [draft.slug, draft]));
  const sold = api.groups.flatMap(({ operations: slugs }, group) =>
    slugs.flatMap((slug): Placed[] => {
      const draft = bySlug.get(slug);
      return draft ? [{ one: draft.one, group, draft }] : [];
    }),
  );
  const others = operations.filter(({ operation }) => operation === undefined);
  return [...sold, ...others.map((one): Placed => ({ one, group: api.groups.length }))];
}

/** What of an operation, as its schema returns it, comes from the document: all but the server, which operators change. */
export function operationFingerprint(operation: Operation): string {
  const { 'x-farebox': extension, server: _server, ...own } = operation;
  const text = JSON.stringify({ ...own, secrets: extension?.secrets ?? null });
  return createHash('sha256').update(text).digest('base64url');
}

function mostUsed(values: string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

function credentialsOf(operations: ImportedOperation[]): DocumentFacts['credentials'] {
  const found = new Map<string, DocumentFacts['credentials'][number]>();
  for (const { operation } of operations) {
    for (const { name, scheme } of operation?.['x-farebox']?.secrets ?? []) {
      const known = found.get(name) ?? { name, type: scheme.type, operations: 0 };
      found.set(name, { ...known, operations: known.operations + 1 });
    }
  }
  return [...found.values()];
}

function tooLarge(entry: JsonObject): string | null {
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes <= maxEntryBytes) return null;
  return `Its draft has ${(bytes / 1024 / 1024).toFixed(1)} MiB; an entry has at most 1 MiB.`;
}

/** The last loss says why an operation was not imported. */
function whyNot(losses: Loss[]): string {
  return losses.at(-1)?.what ?? 'It is not imported.';
}

/** What no database stores is shown as a replacement character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Without what JSON leaves out. */
export function jsonOf(value: unknown): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(json) ? json : {};
}
