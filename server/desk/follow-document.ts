import { consoleOwner } from '../store/catalogue/audience.ts';
import type { z } from 'zod';
import type { documentBody, OperatorApi } from '../../lib/operator/imports.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { randomLetters } from '../call-id.ts';

import type { Context } from '../context.ts';
import type { OperatorChange } from '../operator/change.ts';
import type { Look } from '../store/catalogue/follow-jobs.ts';
import { importDocument } from './import-document.ts';

/** An API as operators look after it, and what is newer in its document. */
export async function readOperatorApi({ store }: Pick<Context, 'store'>, slug: string): Promise<OperatorApi> {
  const { name, version, file, source } = await requireApi({ store }, slug);
  const key = (await store.apis.keyOf(slug)) ?? 0;
  const { products, ...counts } = (await store.apis.countProducts([key]))(key);
  return {
    ...{ slug, name, version, keptIn: file, source, operations: products, ...counts },
    document: await readDocument(store, slug),
  };
}

async function readDocument(store: Context['store'], slug: string): Promise<OperatorApi['document']> {
  const followed = await store.imports.followed(slug);
  if (!followed) return null;
  const { address, daily, lookedAt, failures, problem, importId } = followed;
  const found = importId === null ? undefined : await store.imports.find(importId);
  const { counts, breaking } = found ? await store.imports.news(found.key) : { counts: {}, breaking: 0 };
  const { new: added = 0, changed = 0, removed = 0 } = counts;
  return {
    ...{ address, daily: daily === 1, failures, problem, lookedAt: lookedAt?.toISOString() ?? null },
    found:
      found && added + changed + removed > 0
        ? {
            ...{ import: found.id, at: found.createdAt.toISOString() },
            ...{ new: added, changed, removed, breaking },
          }
        : null,
  };
}

async function requireApi({ store }: Pick<Context, 'store'>, slug: string) {
  const api = await store.publications.findApi(slug);
  if (api) return api;
  throw new Problem('not-found', `There is no API with the slug ${JSON.stringify(slug.slice(0, 200))}.`);
}

/** Only what the console publishes follows a document: a folder is updated by the command line. */
async function requireOwn(context: Pick<Context, 'store'>, slug: string, pointer: string) {
  const api = await requireApi(context, slug);
  if (api.file === consoleOwner && api.source !== null) return { ...api, source: api.source };
  const detail =
    api.file === consoleOwner
      ? `${slug} was not imported from a document.`
      : `${slug} is kept in ${api.file}. Update its folder with: farebox import --update`;
  throw invalidBody([{ pointer, detail }]);
}

type DocumentWish = z.output<typeof documentBody> & { slug: string };

/** Says where the document of an API is, and whether the portal looks there every day. */
export const followDocument: OperatorChange<
  DocumentWish,
  'follow-document',
  { slug: string; address: string | null; daily: boolean }
> = {
  right: 'import-api',
  verb: 'follow-document',
  status: 200,
  async prepare(context, { slug, address, daily: wanted }) {
    await requireOwn(context, slug, '/address');
    const daily = wanted && address !== null;
    return { payload: { slug, address, daily, nextLookAt: Date.now() }, given: { slug, address, daily } };
  },
  answer: (_result, given) => given,
};

/** Looks for a newer version, which goes on after the response. */
export const lookForNewer: OperatorChange<{ slug: string }, 'look-for-newer', { id: string }, Context> = {
  right: 'import-api',
  verb: 'look-for-newer',
  status: 201,
  async prepare(context, { slug }) {
    await requireOwn(context, slug, '');
    const followed = await context.store.imports.followed(slug);
    if (!followed)
      throw invalidBody([
        { pointer: '', detail: 'It is not known where its document is: enter its address.' },
      ]);
    context.desk.imports.requireRoom();
    const id = lookId();
    return { payload: { id, slug, address: followed.address, now: Date.now() }, given: { id } };
  },
  answer: (_result, given) => given,
  afterwards(context, look) {
    void lookAt(context, look, false);
  },
};

export function lookId(): string {
  return `imp_${randomLetters(16)}`;
}

/** Reads the document of an API and compares it with what is published. Nothing changes by it. */
export async function lookAt(context: Context, look: Look, isDaily: boolean): Promise<void> {
  const { store } = context;
  const { key, id, slug, address } = look;
  const [api, followed] = await Promise.all([store.publications.findApi(slug), store.imports.followed(slug)]);
  if (!api || !followed) return;
  const pending = followed.importId === null ? undefined : await store.imports.find(followed.importId);
  const known = [followed.takenDigest, isDaily && pending ? followed.seenDigest : null];
  const { name, source } = api;
  const follows = { slug, name, source: source ?? '', known };
  const read = await importDocument(context, { key, address, file: null, source: null, follows });
  const ended = { slug, address, now: Date.now(), problem: null, takenDigest: null, found: null };
  if (read.state === 'failed') {
    await store.writer.run('end-look', { ...ended, problem: read.problem });
    return;
  }
  const { digest } = read;
  if (read.state === 'same') {
    // What was found before is no longer in the document.
    const isTaken = digest === followed.takenDigest;
    const found = isTaken ? { importId: null, seenDigest: digest } : null;
    await store.writer.run('end-look', { ...ended, found });
    return;
  }
  const { counts } = await store.imports.news(key);
  const isSame = !counts.new && !counts.changed && !counts.removed;
  await store.writer.run('end-look', {
    ...ended,
    takenDigest: isSame ? digest : null,
    found: { importId: id, seenDigest: digest },
  });
}
