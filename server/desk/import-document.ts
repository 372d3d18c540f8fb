import { createHash } from 'node:crypto';
import { maxDocumentBytes } from '../../lib/import/document/read-document.ts';
import { notImported } from '../../lib/import/import-report.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { currentEgress } from '../gateway/allowed-upstreams.ts';
import { ConnectFailure, EgressBlocked } from '../gateway/connector.ts';
import { fetchFile } from '../gateway/fetch-file.ts';
import { errorText, log } from '../log.ts';
import type { Compared, ComparedRow } from '../store/catalogue/import-jobs.ts';
import { type Comparison, PublishedDocument } from './compare-imported.ts';
import { ImportProgress } from './import-progress.ts';
import type { ImportThread } from './import-thread.ts';
import type { ImportChoices } from './list-imports.ts';
import { type DocumentFacts, operationsInPart } from './read-document.ts';
import { isThreadEnded, ThreadEnded } from './thread-ended.ts';

/** What import reads, by the command line and here. */
export const tooLargeDocument = 'has more than 64 MiB, which is what import reads at most.';

/** About what the memory of the thread holds for the command line. A schema may be in every draft. */
const maxDraftBytes = 1.5 * 1024 ** 3;

/** Why a document is not imported, in a sentence for operators. */
class NotImported extends Error {
  override name = 'NotImported';
}

interface Given {
  key: number;
  /** Where it is fetched from, if it was not sent. */
  address: string | null;
  file: string | null;
  source: Uint8Array | null;
  /** The API of which it is a newer version, where that is looked for. */
  follows?: Follows;
}

/** What is known of the document that is looked at again. */
export interface Follows {
  /** Of the API. */
  slug: string;
  name: string;
  /** Its name in the catalogue. */
  source: string;
  /** SHA-256 of documents that are not read again. */
  known: readonly (string | null)[];
}

/** How reading ended. */
export type Read = { state: 'ready' | 'same'; digest: string } | { state: 'failed'; problem: string };

/** Reads a document beside the requests of the portal, and says how far it is. Resolves in any case. */
export async function importDocument(context: Context, given: Given): Promise<Read> {
  const progress = new ImportProgress(context.store.writer, given.key, 'waiting');
  let read: Read = { state: 'failed', problem: 'It was not read.' };
  try {
    await context.desk.imports.run(async () => {
      read = await readInTurn(context, given, progress);
    });
    await progress.end(read.state);
    return read;
  } catch (error) {
    return { state: 'failed', problem: await fail(progress, error) };
  }
}

async function fail(progress: ImportProgress, error: unknown): Promise<string> {
  const isExpected = error instanceof NotImported || error instanceof Problem;
  if (!isExpected) log('error', 'import-failed', { error: errorText(error) });
  const problem = isExpected ? error.message : 'Reading it failed. The log of the portal says why.';
  await progress.end('failed', problem);
  return problem;
}

async function readInTurn(context: Context, given: Given, progress: ImportProgress): Promise<Read> {
  const { follows } = given;
  const source = given.source ?? (await fetchDocument(context, given.address ?? '', progress));
  const digest = createHash('sha256').update(source).digest('base64url');
  if (follows?.known.includes(digest)) return { state: 'same', digest };
  await progress.begin('reading');
  const thread = context.desk.startThread(({ done, all }) => progress.move(done, all));
  try {
    const read = await thread.ask('document', {
      source,
      url: given.address,
      knownAs: follows?.source ?? null,
    });
    if (!read.ok) throw new NotImported(notImported(nameOf(given), read.reason));
    const { ok: _ok, ...facts } = read;
    await progress.begin('storing', facts.operations);
    await store(context, thread, { key: given.key, facts, progress, digest, follows });
    return { state: 'ready', digest };
  } catch (error) {
    throw isThreadEnded(error) ? new NotImported(notImported(nameOf(given), error.message)) : error;
  } finally {
    thread.close();
  }
}

function nameOf({ address, file }: Given): string {
  return address ?? file ?? 'The text';
}

async function fetchDocument(
  { settings, store }: Context,
  address: string,
  progress: ImportProgress,
): Promise<Uint8Array> {
  await progress.begin('fetching');
  const file = await fetchFile(address, {
    allow: await currentEgress(settings, store),
    mostBytes: maxDocumentBytes,
    take: () => true,
    charge: async () => {},
    tooLarge: () => `It ${tooLargeDocument}`,
    reason: reasonForOperators,
  });
  if (typeof file === 'string') throw new NotImported(`${address} cannot be read. ${file}`);
  return file.bytes;
}

/** Operators learn what to allow. */
function reasonForOperators(error: unknown): string {
  const cause = error instanceof ConnectFailure ? error.cause : error;
  if (cause instanceof EgressBlocked) return cause.message;
  const text = cause instanceof Error ? cause.message : String(cause);
  return `The connection failed: ${text}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** What is new or changed is to be published. What is published keeps its price. */
export function atFirst(compared: Compared): Pick<ComparedRow, 'chosen' | 'price'> {
  const isNew = compared === 'new';
  return { chosen: isNew || compared === 'changed', price: isNew ? 1 : null };
}

interface Storing {
  key: number;
  facts: DocumentFacts;
  progress: ImportProgress;
  digest: string;
  follows: Follows | undefined;
}

async function store(
  { store: { publications, writer } }: Context,
  thread: ImportThread,
  { key, facts, progress, digest, follows }: Storing,
): Promise<void> {
  const { slug, name } = follows ?? facts.api;
  const choices: ImportChoices = { api: { slug, name }, servers: {} };
  const texts = { facts: JSON.stringify(facts), choices: JSON.stringify(choices) };
  await writer.run('describe-import', { key, ...texts, digest, now: Date.now() });
  const published = await PublishedDocument.open(publications, facts.source, slug);
  let [stored, bytes] = [0, 0];
  for (let part = 0; part < facts.parts; part += 1) {
    const { operations, content, ...made } = await thread.ask('part', { index: part });
    bytes += made.bytes;
    if (bytes > maxDraftBytes) throw new ThreadEnded('its drafts have more than 1.5 GiB');
    const compared = await published.compare(operations);
    const broken = await breakingIn(thread, compared, published.servers);
    const rows = compared.map(({ before: _before, ...row }, offset): ComparedRow => {
      return { ...row, ...atFirst(row.compared), breaking: broken.get(offset) ?? null };
    });
    await writer.run('store-imported', { key, part, content, operations: rows });
    stored += rows.length;
    progress.move(stored);
  }
  await storeRemoved(writer, { key, facts, isFollowed: follows !== undefined }, published);
  if (Object.keys(published.servers).length > 0) {
    const known: ImportChoices = { ...choices, servers: published.servers };
    await writer.run('choose-operations', { key, choices: [], all: JSON.stringify(known) });
  }
}

/** Nobody reads more of an operation in a list. */
const maxBreaking = 20;

/** What of changed operations breaks callers, by their places in the part that was read last. */
async function breakingIn(
  thread: ImportThread,
  rows: readonly Pick<Comparison, 'compared' | 'before'>[],
  servers: Record<string, string>,
): Promise<Map<number, string>> {
  const changed = rows.flatMap(({ compared, before }, offset) =>
    compared === 'changed' && before ? [{ offset, before }] : [],
  );
  if (changed.length === 0) return new Map();
  const found = await thread.ask('breaking', { changed, servers });
  return new Map(
    changed.flatMap(({ offset }, index) => {
      const phrases = found[index] ?? [];
      return phrases.length === 0 ? [] : [[offset, phrases.slice(0, maxBreaking).join('\n')] as const];
    }),
  );
}

/** Products whose operations the document has no more. Who looks for a newer version takes them offline with the rest. */
async function storeRemoved(
  writer: Context['store']['writer'],
  { key, facts, isFollowed }: { key: number; facts: DocumentFacts; isFollowed: boolean },
  published: PublishedDocument,
): Promise<void> {
  const first = facts.parts * operationsInPart;
  const rows = published.removed().map(({ slug, name, method, path }, index): ComparedRow => {
    return {
      ...{ position: first + index, group: facts.groups.length, method, path, name, slug },
      ...{ fields: 0, required: 0, losses: 0, problem: null, credentials: '', fingerprint: '', server: '' },
      ...{ compared: 'removed', sentence: null, chosen: isFollowed, price: null },
      breaking: 'the operation is gone',
    };
  });
  for (let start = 0; start < rows.length; start += operationsInPart) {
    const operations = rows.slice(start, start + operationsInPart);
    await writer.run('store-imported', { key, part: 0, content: null, operations });
  }
}
