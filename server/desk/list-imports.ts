import { consoleOwner } from '../store/catalogue/audience.ts';
import { z } from 'zod';
import { yamlText } from '../../lib/import/document/read-yaml.ts';
import { unknownOrigin } from '../../lib/import/operation/import-server.ts';
import type {
  ImportDetail,
  ImportedOperationDetail,
  ImportedOperationRow,
  ImportList,
} from '../../lib/operator/imports.ts';
import { importState } from '../../lib/operator/imports.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { markdownText } from '../../lib/text/markdown-text.ts';
import { ownerText } from '../catalogue/product-row.ts';
import type { Context } from '../context.ts';
import { type EgressAllow, egressProblem } from '../gateway/egress-allow.ts';
import { filterText, formatParameter, wholeParameter } from '../list-parameters.ts';
import { portalPublishing } from '../products/online-hindrance.ts';
import type { ImportedDocument, ImportedOperation } from '../store/catalogue/read-imports.ts';
import type { VersionsRequest } from './compare-versions.ts';
import { silentAfterMs } from './import-progress.ts';
import { type DocumentFacts, operationsInPart, type PartContent, readPart } from './read-document.ts';
import { isThreadEnded } from './thread-ended.ts';

type Needs = Pick<Context, 'store' | 'settings' | 'secret'>;

/** What is chosen for all operations of an import. */
export type ImportChoices = z.output<typeof importChoices>;

const importChoices = z.strictObject({
  api: z.strictObject({ slug: z.string(), name: z.string() }),
  servers: z.record(z.string(), z.string()),
});

export async function requireImport(
  { store }: Pick<Context, 'store'>,
  id: string,
): Promise<ImportedDocument> {
  const found = await store.imports.find(id);
  if (found) return found;
  throw new Problem('not-found', 'There is no import with this id. Imports are kept for a day.');
}

/** Of an import that is read. */
export function factsOf({ facts }: ImportedDocument): DocumentFacts {
  if (facts === null) throw new Problem('not-found', 'This document is not read yet.');
  return storedFacts(JSON.parse(facts));
}

export function choicesOf({ choices }: ImportedDocument): ImportChoices {
  return importChoices.parse(JSON.parse(choices ?? '{}'));
}

/** Guaranteed by the job that describes an import, which alone writes them. */
function storedFacts(value: unknown): DocumentFacts {
  return value as DocumentFacts;
}

/** Why the API of an import cannot have its slug; null if it can. */
export async function apiProblem(
  { store }: Pick<Context, 'store'>,
  slug: string,
  source: string,
): Promise<string | null> {
  const stored = await store.publications.findApi(slug);
  if (!stored || (stored.file === consoleOwner && stored.source === source)) return null;
  return `The API "${slug}" belongs to ${ownerText(stored)}. Give this one another slug.`;
}

const reading = ['waiting', 'fetching', 'reading', 'storing'];

/** As it was stored, unless the portal that worked on it has stopped. */
function stateOf({ state, movedAt }: ImportedDocument): ImportDetail['state'] {
  const isSilent = Date.now() - movedAt.getTime() > silentAfterMs;
  if (isSilent && reading.includes(state)) return 'failed';
  return isSilent && state === 'publishing' ? 'ready' : importState.parse(state);
}

export async function readImport(context: Needs, id: string): Promise<ImportDetail> {
  const found = await requireImport(context, id);
  const { address, file, follows, done, total, createdAt } = found;
  const api = follows === null ? undefined : await context.store.publications.findApi(follows);
  const state = stateOf(found);
  const goOn = state === 'failed' ? 'Read the document again.' : 'Publish again to continue.';
  const problem = state === found.state ? found.problem : `The portal that worked on it has stopped. ${goOn}`;
  return {
    ...{ id, address, file, done, total, problem, state },
    follows: follows === null ? null : { slug: follows, name: api?.name ?? follows },
    createdAt: createdAt.toISOString(),
    document: found.facts === null ? null : await describeDocument(context, found),
    results: resultsOf(await context.store.imports.outcomes(found.key)),
  };
}

function resultsOf(outcomes: { outcome: string; operations: number; online: number }[]) {
  if (outcomes.length === 0) return null;
  const countOf = (wanted: string) => outcomes.find(({ outcome }) => outcome === wanted)?.operations ?? 0;
  return {
    created: countOf('created'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: countOf('refused'),
    online: outcomes.reduce((sum, { online }) => sum + online, 0),
  };
}

/** The query of the list of imports. */
export const importsQuery = z.object({ format: formatParameter });

const mostListed = 20;

/** The last ones, of any operator. */
export async function listImports({ store }: Pick<Context, 'store'>): Promise<ImportList> {
  const found = await store.imports.latest(mostListed);
  return {
    list: found.map((one) => ({
      ...{ id: one.id, address: one.address, file: one.file },
      title: one.facts === null ? null : factsOf(one).title,
      state: stateOf(one),
      createdAt: one.createdAt.toISOString(),
    })),
  };
}

async function describeDocument(
  context: Needs,
  found: ImportedDocument,
): Promise<NonNullable<ImportDetail['document']>> {
  const { store } = context;
  const { title, version, openapi, source, operations, imported, losses, ...facts } = factsOf(found);
  const choices = choicesOf(found);
  const sums = await store.imports.groups(found.key);
  const { counts, breaking } = await store.imports.news(found.key);
  const { new: added = 0, changed = 0, removed = 0 } = counts;
  const { egressAllow, secrets } = await portalPublishing(context);
  return {
    ...{ title, version, openapi, source, operations, imported, losses },
    news: { new: added, changed, removed, breaking },
    groups: sums.map(({ group, ...sum }) => ({
      group,
      name: group === facts.groups.length ? 'No longer in the document' : (facts.groups[group]?.name ?? null),
      // In a line.
      description: markdownText(facts.groups[group]?.description ?? '').split('\n', 1)[0] ?? '',
      ...sum,
    })),
    api: { ...choices.api, problem: await apiProblem(context, choices.api.slug, source) },
    servers: facts.servers.map((from) => {
      const to = (Object.hasOwn(choices.servers, from) ? choices.servers[from] : undefined) ?? from;
      return { from, to, problem: serverProblem(to, egressAllow) };
    }),
    credentials: facts.credentials.map((one) => ({ ...one, isMissing: !secrets.has(one.name) })),
  };
}

const onlyThose = ['news', 'breaking', 'losses', 'chosen', 'refused'] as const;

/** The query of the list of operations. */
export const importedOperationsQuery = z.object({
  q: filterText('In the name, path or slug.'),
  group: wholeParameter(0, 100_000, 'the number of a group')
    .optional()
    .meta({
      description: 'Only those of this group.',
      override: { type: 'integer', minimum: 0 },
    }),
  only: z.enum(onlyThose, 'news, breaking, losses, chosen or refused').optional().meta({
    description:
      'news: those that differ from the catalogue. breaking: those that break callers. losses: those that lose something or cannot be sold. chosen: those that are to be published. refused: those that were refused or stayed offline.',
  }),
  after: wholeParameter(0, 100_000, 'a position')
    .optional()
    .meta({
      description: 'Only those after this position: `next` of the page before.',
      override: { type: 'integer', minimum: 0 },
    }),
  pageSize: wholeParameter(1, 1_000, 'a whole number from 1 to 1000')
    .default(200)
    .meta({
      description: 'Operations per page.',
      override: { type: 'integer', minimum: 1, maximum: 1000, default: 200 },
    }),
  format: formatParameter,
});

export async function listImportedOperations(
  context: Pick<Context, 'store'>,
  id: string,
  { q, group, only, after, pageSize }: z.output<typeof importedOperationsQuery>,
) {
  const { key } = await requireImport(context, id);
  const { imports } = context.store;
  const filter = {
    ...{ q, group },
    news: only === 'news',
    breaking: only === 'breaking',
    losses: only === 'losses',
    chosen: only === 'chosen',
    refused: only === 'refused',
  };
  const [found, total] = await Promise.all([
    imports.operations(key, filter, { from: (after ?? -1) + 1, most: pageSize + 1 }),
    imports.count(key, filter),
  ]);
  const list = found.slice(0, pageSize).map(rowOf);
  return { list, total, next: found.length > pageSize ? (list.at(-1)?.position ?? null) : null };
}

const shownRow = z.object({
  compared: z.enum(['new', 'changed', 'unchanged', 'foreign', 'unsold', 'removed']),
  outcome: z.enum(['created', 'changed', 'unchanged', 'refused']).nullable(),
});

/** SQL gives whole numbers, in whatever form the engine has them. */
function rowOf(row: ImportedOperation): ImportedOperationRow {
  const { method, path, name, slug, problem, sentence } = row;
  return {
    ...{ method, path, name, slug, problem, sentence },
    ...shownRow.parse(row),
    position: Number(row.position),
    group: Number(row.groupIndex),
    fields: Number(row.fields),
    required: Number(row.required),
    losses: Number(row.losses),
    breaking: row.breaking === null ? [] : row.breaking.split('\n'),
    credentials: row.credentials === '' ? [] : row.credentials.split(' '),
    chosen: Number(row.chosen) === 1,
    price: row.price === null ? null : Number(row.price),
    isOnline: row.online === null ? null : Number(row.online) === 1,
  };
}

/** The stored drafts of the part that has an operation. */
export async function partOf(
  { store }: Pick<Context, 'store'>,
  importKey: number,
  part: number,
): Promise<PartContent> {
  const content = await store.imports.part(importKey, part);
  if (!content) throw new Problem('not-found', 'This document is not read yet.');
  return readPart(content);
}

export async function readImportedOperation(
  context: Pick<Context, 'store' | 'desk'>,
  id: string,
  position: string,
): Promise<ImportedOperationDetail> {
  const found = await requireImport(context, id);
  const { imports, publications } = context.store;
  const stored = /^\d{1,6}$/.test(position)
    ? await imports.operation(found.key, Number(position))
    : undefined;
  if (!stored) throw new Problem('not-found', 'The document has no operation at this position.');
  const row = rowOf(stored);
  const isPublished = ['changed', 'unchanged', 'removed'].includes(row.compared);
  const [before] = isPublished ? await publications.products([row.slug]) : [];
  const publishedPrice = before ? { from: before.priceFrom, to: before.priceTo } : null;
  const detail = { ...row, lost: [], draft: null, publishedPrice, difference: null };
  // The document has none, of which a part would have the draft.
  if (row.group === factsOf(found).groups.length) return detail;
  const part = await partOf(context, found.key, Math.floor(row.position / operationsInPart));
  const { entry = null, losses = [] } = part[row.position % operationsInPart] ?? {};
  const { servers } = choicesOf(found);
  const isChanged = row.compared === 'changed';
  return {
    ...detail,
    lost: losses,
    draft: entry && yamlText(entry),
    difference:
      isChanged && entry && before
        ? await differenceOf(context, { entry, before, name: row.name, servers })
        : null,
  };
}

/** In a thread: comparing may take long, whatever a document says. */
async function differenceOf({ desk }: Pick<Context, 'desk'>, versions: VersionsRequest) {
  const thread = desk.startThread();
  return thread
    .ask('versions', versions)
    .catch((error: unknown) => {
      if (!isThreadEnded(error)) throw error;
      throw new Problem('unavailable', `Both versions cannot be compared: ${error.message}.`);
    })
    .finally(() => thread.close());
}

/** Why calls of no product reach a server; null if they may. */
export function serverProblem(to: string, allow: EgressAllow): string | null {
  if (to.startsWith(unknownOrigin))
    return 'The document names no server. Enter the address of the API, such as https://api.example.com.';
  return egressProblem(to.replaceAll(/\{[^{}]*\}/g, 'x'), allow) ?? null;
}
