import type { z } from 'zod';
import type { draftBody, newDraftBody, ProductDraft, ProductDraftList } from '../../lib/operator/drafts.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import type { ChangeContext, OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import { mostDrafts } from '../store/drafts/draft-jobs.ts';
import type { DraftRow } from '../store/drafts/read-drafts.ts';
import type { PageWish } from '../store/prisma-reads.ts';
import type { Result } from '../store/writer.ts';

type Needs = Pick<Context, 'store'>;

export async function listDrafts(context: Needs, slug: string, wish: PageWish): Promise<ProductDraftList> {
  await findPublished(context, slug);
  const { rows, next } = await context.store.drafts.list(slug, wish);
  const nameOf = await authorNames(context, rows);
  return { list: rows.map((row) => shown(row, nameOf)), next };
}

export async function readDraft(context: Needs, slug: string, wanted: string): Promise<ProductDraft> {
  const draft = await requireDraft(context, slug, numberOf(wanted));
  return { ...shown(draft, await authorNames(context, [draft])), entry: draft.entry };
}

type Shown = Omit<DraftRow, 'entry'>;

function shown(row: Shown, nameOf: (id: string | null) => string | null): ProductDraftList['list'][number] {
  const { number, title, after, authorKind: kind, authorId: id, createdAt, updatedAt } = row;
  return {
    ...{ number, title, after, by: { kind, id, name: nameOf(id) } },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

/** The names of those who made something: people and API keys. */
export async function authorNames(
  { store }: Needs,
  rows: { authorId: string | null }[],
): Promise<(id: string | null) => string | null> {
  const ids = [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))];
  const [people, keys] = await Promise.all([store.people.namesOf(ids), store.accounts.keyNamesOf(ids)]);
  return (id) => people.get(id ?? '') ?? keys.get(id ?? '') ?? null;
}

/** A number in an address; 0, which nothing has, if it is none. */
export function numberOf(wanted: string): number {
  return /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : 0;
}

async function requireDraft(context: Needs, slug: string, number: number): Promise<DraftRow> {
  await findPublished(context, slug);
  return (await context.store.drafts.find(slug, number)) ?? noDraft(slug);
}

function noDraft(slug: string): never {
  throw new Problem('not-found', `The product ${slug} has no such draft. It may have been deleted.`);
}

type Given = { slug: string };
type NewWish = z.output<typeof newDraftBody> & Given;

/** Saves a new draft of a product. */
export const createDraft: OperatorChange<NewWish, 'save-draft', Given> = {
  right: 'publish-product',
  verb: 'save-draft',
  status: 201,
  async prepare(context, { slug, title, entry, after }) {
    await requireProduct(context, slug);
    return {
      payload: { slug, number: null, title, entry, after, known: null, now: Date.now() },
      given: { slug },
    };
  },
  answer: savedAnswer,
};

type Wish = z.output<typeof draftBody> & Given & { number: string };

/** Saves a draft as one says it, unless somebody else has saved it since. */
export const changeDraft: OperatorChange<Wish, 'save-draft', Given> = {
  right: 'publish-product',
  verb: 'save-draft',
  status: 200,
  async prepare(context, { slug, number, title, entry, after, known }) {
    await requireProduct(context, slug);
    const payload = { slug, number: numberOf(number), title, entry, after };
    return { payload: { ...payload, known: Date.parse(known), now: Date.now() }, given: { slug } };
  },
  answer: savedAnswer,
};

function savedAnswer(result: Result<'save-draft'>, { slug }: Given) {
  switch (result.outcome) {
    case 'saved':
      return { slug, number: result.number, updatedAt: new Date(result.updatedAt).toISOString() };
    case 'none':
      return noDraft(slug);
    case 'changed':
      throw new Problem(
        'changed-meanwhile',
        'Somebody else has saved this draft since. Nothing was saved: save yours as another draft, or read it again.',
      );
    case 'too-many':
      throw invalidBody([
        { pointer: '', detail: `A product can have at most ${mostDrafts} drafts. Delete one first.` },
      ]);
  }
}

export const deleteDraft: OperatorChange<
  Given & { number: string },
  'delete-draft',
  { slug: string; number: number }
> = {
  right: 'publish-product',
  verb: 'delete-draft',
  status: 200,
  async prepare(context, { slug, number: wanted }) {
    await requireProduct(context, slug);
    const number = numberOf(wanted);
    return { payload: { slug, number, now: Date.now() }, given: { slug, number } };
  },
  answer: ({ deleted }, given) => (deleted === null ? noDraft(given.slug) : given),
};

/** An unknown name is said as one. */
async function requireProduct({ store }: Pick<ChangeContext, 'store'>, slug: string): Promise<void> {
  await findPublished({ store }, slug);
}
