import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** Operators choose from all of a product in one list, and each may have a megabyte. */
export const mostDrafts = 50;

const findProduct = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const count = statement<{ drafts: number; last: number }>(
  `SELECT count(CASE WHEN deletedAt IS NULL THEN 1 END) AS drafts, coalesce(max(number), 0) AS last
     FROM ProductDraft WHERE productKey = ?`,
);
const find = statement<{ title: string; updatedAt: Date | number }>(
  'SELECT title, updatedAt FROM ProductDraft WHERE productKey = ? AND number = ? AND deletedAt IS NULL',
);
const insert = statement(
  `INSERT INTO ProductDraft (productKey, number, title, after, authorKind, authorId, createdAt, updatedAt, entry)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const update = statement(
  `UPDATE ProductDraft SET title = ?, after = ?, authorKind = ?, authorId = ?, updatedAt = ?, entry = ?
    WHERE productKey = ? AND number = ?`,
);

interface DraftToSave {
  slug: string;
  /** Null for a new one. */
  number: number | null;
  title: string;
  entry: string;
  after: number;
  /** When it was saved last, as its author knows; null for a new one. */
  known: number | null;
  now: number;
}

type SavedDraft =
  | { outcome: 'saved'; number: number; updatedAt: number; before: string | null }
  /** Nothing was written: the product or the draft is gone, it was saved since, or there are too many. */
  | { outcome: 'none' | 'changed' | 'too-many' };

/** Saves an entry beside what is published. Of two people at once, the second writes nothing. */
export const saveDraft = job({
  name: 'save-draft',
  publishes: false,
  locks: 'catalogue',
  *steps(draft: DraftToSave, author: Author): Steps<SavedDraft> {
    const { slug, title, entry, after, now } = draft;
    const product = yield* first(findProduct, slug);
    if (!product) return { outcome: 'none' };
    if (draft.number === null) {
      const { drafts, last } = (yield* first(count, product.key)) ?? { drafts: 0, last: 0 };
      if (Number(drafts) >= mostDrafts) return { outcome: 'too-many' };
      const number = Number(last) + 1;
      const values = [title, after, author.kind, author.id, timeOf(now), timeOf(now), entry];
      yield* run(insert, product.key, number, ...values);
      return { outcome: 'saved', number, updatedAt: now, before: null };
    }
    const found = yield* first(find, product.key, draft.number);
    if (!found) return { outcome: 'none' };
    const last = msOf(found.updatedAt);
    if (last !== draft.known) return { outcome: 'changed' };
    // Two versions never have the same time, by which they are told apart.
    const updatedAt = Math.max(now, last + 1);
    const values = [title, after, author.kind, author.id, timeOf(updatedAt), entry];
    yield* run(update, ...values, product.key, draft.number);
    return { outcome: 'saved', number: draft.number, updatedAt, before: found.title };
  },
  audit({ slug, title, after }, result) {
    if (result.outcome !== 'saved') return null;
    const { number, before } = result;
    return {
      target: slug,
      ...(before !== null && { before: { title: before } }),
      after: { draft: number, title, release: after },
    };
  },
});

const remove = statement(
  `UPDATE ProductDraft SET deletedAt = ?, entry = '' WHERE productKey = ? AND number = ? AND deletedAt IS NULL`,
);

/** Deletes a draft. Backtests that were made of it stay. */
export const deleteDraft = job({
  name: 'delete-draft',
  publishes: false,
  *steps({
    slug,
    number,
    now,
  }: {
    slug: string;
    number: number;
    now: number;
  }): Steps<{ deleted: string | null }> {
    const product = yield* first(findProduct, slug);
    const found = product && (yield* first(find, product.key, number));
    if (!product || !found) return { deleted: null };
    yield* run(remove, timeOf(now), product.key, number);
    return { deleted: found.title };
  },
  audit: ({ slug, number }, { deleted }) =>
    deleted === null ? null : { target: slug, before: { draft: number, title: deleted } },
});
