import type { OwnProductsPayload, OwnProductsResult } from '../../catalogue-changes.ts';
import { run, statement, type Steps } from '../statement.ts';
import { findTaken } from './find-taken.ts';

const own = statement('UPDATE Product SET file = ?, source = ? WHERE slug = ?');

/** Writes what products were published from, where nothing else of them changes. */
export function* ownProducts({ owners }: OwnProductsPayload): Steps<OwnProductsResult> {
  const taken = yield* findTaken(owners);
  if (taken.length > 0) return { taken };
  for (const { slug, owner } of owners) yield* run(own, owner.file, owner.source, slug);
  return {};
}
