import type { z } from 'zod';
import type { choicesBody, importBody, publishImportBody } from '../../lib/operator/imports.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { randomLetters } from '../call-id.ts';
import type { Context } from '../context.ts';
import { portalPublishing } from '../products/online-hindrance.ts';
import type { OperatorChange } from '../operator/change.ts';
import type { Choice, Rename } from '../store/catalogue/import-jobs.ts';
import type { ImportedDocument } from '../store/catalogue/read-imports.ts';
import { comparisonOf } from './compare-imported.ts';
import { atFirst, importDocument } from './import-document.ts';
import { silentAfterMs } from './import-progress.ts';
import { apiProblem, choicesOf, factsOf, requireImport, serverProblem } from './list-imports.ts';
import { publishImport } from './publish-import.ts';

type DocumentWish = { address: string | null; file: string | null; source: Uint8Array | null };
type Given = { id: string };

/** Begins to read a document, which goes on after the response. */
export const beginImport: OperatorChange<DocumentWish, 'begin-import', Given, Context> = {
  right: 'import-api',
  verb: 'begin-import',
  status: 201,
  prepare({ desk }, { address, file }) {
    desk.imports.requireRoom();
    const id = `imp_${randomLetters(16)}`;
    return Promise.resolve({ payload: { id, address, file, now: Date.now() }, given: { id } });
  },
  answer: (_result, given) => given,
  afterwards(context, { key }, wish) {
    void importDocument(context, { key, ...wish });
  },
};

export function wishOfAddress({ address }: z.output<typeof importBody>): DocumentWish {
  return { address, file: null, source: null };
}

type ChoicesWish = z.output<typeof choicesBody> & { id: string };

/** Stores what is chosen of an import, so that nothing is lost with the page. */
export const chooseOfImport: OperatorChange<ChoicesWish, 'choose-operations', Given, Context> = {
  right: 'import-api',
  verb: 'choose-operations',
  status: 200,
  async prepare(context, { id, choices = [], rename, api, server }) {
    const found = await requireSettled(context, id);
    const { source, operations } = factsOf(found);
    const all = choicesOf(found);
    const next = {
      api: { name: api?.name ?? all.api.name, slug: api?.slug ?? all.api.slug },
      servers: server ? { ...all.servers, [server.from]: server.to } : all.servers,
    };
    const faults: { pointer: string; detail: string }[] = [];
    if (api?.slug !== undefined) {
      const problem = await apiProblem(context, api.slug, source);
      if (problem !== null) faults.push({ pointer: '/api/slug', detail: problem });
    }
    if (server) {
      const { egressAllow } = await portalPublishing(context);
      const problem = serverProblem(server.to, egressAllow);
      if (problem !== null) faults.push({ pointer: '/server/to', detail: problem });
    }
    if (faults.length > 0) throw invalidBody(faults);
    const payload = {
      key: found.key,
      choices: choices.flatMap((one) => choicesIn(one, operations)),
      ...(rename && { rename: await renameOf(context, found, rename) }),
      ...((api ?? server) && { all: JSON.stringify(next) }),
    };
    return { payload, given: { id } };
  },
  answer({ twin }, answer) {
    if (!twin) return answer;
    const detail = `${twin.method.toUpperCase()} ${twin.path} of this document has this slug, too.`;
    throw invalidBody([{ pointer: '/rename/slug', detail }]);
  },
};

type OneChoice = NonNullable<ChoicesWish['choices']>[number];

function choicesIn({ operations, group, onlyChosen, chosen, price }: OneChoice, all: number): Choice[] {
  const set = { group, onlyChosen, chosen, price };
  if (!operations) return [{ from: 0, before: all, ...set }];
  return operations.map((position) => ({ from: position, before: position + 1, ...set }));
}

async function renameOf(
  { store }: Context,
  found: ImportedDocument,
  { operation: position, name, slug }: NonNullable<ChoicesWish['rename']>,
): Promise<Rename> {
  const row = await store.imports.operation(found.key, position);
  if (!row) throw invalidBody([{ pointer: '/rename/operation', detail: 'There is no such operation.' }]);
  if (row.compared === 'removed')
    throw invalidBody([{ pointer: '/rename/operation', detail: 'The document has it no more.' }]);
  if (slug === undefined || slug === row.slug) return { position, name };
  const [stored] = await store.publications.products([slug]);
  const { compared, sentence } = comparisonOf({ ...row, slug }, factsOf(found).source, stored);
  if (sentence !== null) throw invalidBody([{ pointer: '/rename/slug', detail: sentence }]);
  return { position, name, slug, next: { compared, sentence, ...atFirst(compared) } };
}

/** Whose operations can be chosen and published. */
async function requireSettled(context: Context, id: string): Promise<ImportedDocument> {
  const found = await requireImport(context, id);
  if (found.state === 'ready' || found.state === 'published' || isCutOff(found)) return found;
  throw new Problem(
    'import-not-ready',
    found.state === 'publishing'
      ? 'The operations of this document are being published. Wait until that is done.'
      : 'This document is not read yet.',
  );
}

function isCutOff({ state, movedAt }: ImportedDocument): boolean {
  return state === 'publishing' && Date.now() - movedAt.getTime() > silentAfterMs;
}

type PublishWish = z.output<typeof publishImportBody> & {
  id: string;
  /** Whether the author may set credentials. */
  maySend: boolean;
};

/** Publishes what is chosen of an import, which goes on after the response. */
export const publishOfImport: OperatorChange<
  PublishWish,
  'publish-import',
  { id: string; operations: number },
  Context
> = {
  right: 'publish-product',
  verb: 'publish-import',
  status: 201,
  async prepare(context, { id, online }) {
    const found = await requireSettled(context, id);
    const { source } = factsOf(found);
    const problem = await apiProblem(context, choicesOf(found).api.slug, source);
    if (problem !== null) throw invalidBody([{ pointer: '/api/slug', detail: problem }]);
    const total = await context.store.imports.count(found.key, { chosen: true });
    if (total === 0) throw invalidBody([{ pointer: '', detail: 'No operation is chosen.' }]);
    context.desk.publishing.requireRoom();
    const now = Date.now();
    const payload = { key: found.key, id, online, total, now, staleBefore: now - silentAfterMs };
    return { payload, given: { id, operations: total } };
  },
  answer({ begun }, answer) {
    if (begun) return answer;
    throw new Problem('import-not-ready', 'The operations of this document are being published already.');
  },
  afterwards(context, { begun, key, total }, { id, online, maySend }, author) {
    if (begun) void publishImport(context, { id, key, total, online, maySend }, author);
  },
};
