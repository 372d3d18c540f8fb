import type { Author } from '../author.ts';
import { first, run, statement, type Steps, type Time, timeOf } from '../sql/statement.ts';
import type { PublishedProduct } from './published-product.ts';

interface LastRelease {
  number: number;
  versionKey: number;
  texts: string;
  file: string | null;
}

const lastRelease = statement<LastRelease>(
  'SELECT number, versionKey, texts, file FROM ProductRelease WHERE productKey = ? ORDER BY number DESC LIMIT 1',
);
const addRelease = statement(
  `INSERT INTO ProductRelease (productKey, number, versionKey, texts, file, publishedAt, authorKind, authorId, reason)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** What is published again unchanged is no release. Returns the number of the last one. */
export function* writeRelease(
  productKey: number,
  product: PublishedProduct,
  versionKey: number,
  { author, now }: { author: Author; now: number },
): Steps<number> {
  const { name, introduction, doc, tags, searchWords, owner } = product;
  const texts = JSON.stringify({ name, introduction, doc, tags, searchWords });
  const last = yield* first(lastRelease, productKey);
  if (last?.versionKey === versionKey && last.texts === texts) return last.number;
  const by = [author.kind, author.id, author.reason ?? null];
  const number = (last?.number ?? 0) + 1;
  yield* run(addRelease, productKey, number, versionKey, texts, owner?.file ?? null, timeOf(now), ...by);
  return number;
}

interface Effect {
  versionKey: number;
  at: Time;
  author: { authorKind: string; authorId: string | null; reason: string | null };
}

/** The texts of the last release, with a version that is in force from a moment on. */
export function* repeatRelease(productKey: number, { versionKey, at, author }: Effect): Steps<void> {
  const last = yield* first(lastRelease, productKey);
  if (!last) throw new Error(`The product ${productKey} has no release to which a version could be added.`);
  const { number, texts, file } = last;
  const { authorKind, authorId, reason } = author;
  yield* run(addRelease, productKey, number + 1, versionKey, texts, file, at, authorKind, authorId, reason);
}
