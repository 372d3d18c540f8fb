import { maxDocumentBytes } from '../../lib/import/document/read-document.ts';
import { notImported } from '../../lib/import/import-report.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { ConnectFailure, EgressBlocked } from '../gateway/connector.ts';
import { fetchFile } from '../gateway/fetch-file.ts';
import { errorText, log } from '../log.ts';
import type { Compared, ComparedRow } from '../store/catalogue/import-jobs.ts';
import { PublishedDocument } from './compare-imported.ts';
import { ImportProgress } from './import-progress.ts';
import type { ImportThread } from './import-thread.ts';
import type { ImportChoices } from './list-imports.ts';
import type { DocumentFacts } from './read-document.ts';
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
}

/** Reads a document beside the requests of the portal, and says how far it is. Resolves in any case. */
export async function importDocument(context: Context, given: Given): Promise<void> {
  const progress = new ImportProgress(context.store.writer, given.key, 'waiting');
  try {
    await context.desk.imports.run(() => readInTurn(context, given, progress));
    await progress.end('ready');
  } catch (error) {
    await fail(progress, error);
  }
}

async function fail(progress: ImportProgress, error: unknown): Promise<void> {
  const isExpected = error instanceof NotImported || error instanceof Problem;
  if (!isExpected) log('error', 'import-failed', { error: errorText(error) });
  const problem = isExpected ? error.message : 'Reading it failed. The log of the portal says why.';
  await progress.end('failed', problem);
}

async function readInTurn(context: Context, given: Given, progress: ImportProgress): Promise<void> {
  const source = given.source ?? (await fetchDocument(context, given.address ?? '', progress));
  await progress.begin('reading');
  const thread = context.desk.startThread(({ done, all }) => progress.move(done, all));
  try {
    const read = await thread.ask('document', { source, url: given.address });
    if (!read.ok) throw new NotImported(notImported(nameOf(given), read.reason));
    const { ok: _ok, ...facts } = read;
    await progress.begin('storing', facts.operations);
    await store(context, thread, { key: given.key, facts, progress });
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
  { settings }: Context,
  address: string,
  progress: ImportProgress,
): Promise<Uint8Array> {
  await progress.begin('fetching');
  const file = await fetchFile(address, {
    allow: settings.egressAllow,
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
}

async function store(
  { store: { publications, writer } }: Context,
  thread: ImportThread,
  { key, facts, progress }: Storing,
): Promise<void> {
  const { slug, name } = facts.api;
  const choices: ImportChoices = { api: { slug, name }, servers: {} };
  const texts = { facts: JSON.stringify(facts), choices: JSON.stringify(choices) };
  await writer.run('describe-import', { key, ...texts, now: Date.now() });
  const published = await PublishedDocument.open(publications, facts.source, facts.api.slug);
  let [stored, bytes] = [0, 0];
  for (let part = 0; part < facts.parts; part += 1) {
    const { operations, content, ...made } = await thread.ask('part', { index: part });
    bytes += made.bytes;
    if (bytes > maxDraftBytes) throw new ThreadEnded('its drafts have more than 1.5 GiB');
    const compared = await published.compare(operations);
    const rows = compared.map(({ before: _before, ...row }): ComparedRow => {
      return { ...row, ...atFirst(row.compared) };
    });
    await writer.run('store-imported', { key, part, content, operations: rows });
    stored += rows.length;
    progress.move(stored);
  }
  if (Object.keys(published.servers).length > 0) {
    const known: ImportChoices = { ...choices, servers: published.servers };
    await writer.run('choose-operations', { key, choices: [], all: JSON.stringify(known) });
  }
}
