import { tagKinds } from '../../lib/product/catalogue-entry.ts';
import { didYouMean } from '../../lib/text/closest-name.ts';
import type { TagKind } from '../store/catalogue-changes.ts';
import type { CatalogueFile, Path } from './catalogue-file.ts';

/** Whether a tag is in `tags.yaml`, and what to say if it is not. */
export interface KnownTags {
  slugs(kind: TagKind): string[];
  /** Where tags come from. */
  source: string;
}

/** Notes a mistake where `tags.yaml` does not have a tag. */
export function checkTag(
  file: CatalogueFile,
  at: Path,
  { kind, slug }: { kind: TagKind; slug: string },
  tags: KnownTags,
): void {
  const known = tags.slugs(kind);
  if (known.includes(slug)) return;
  const { list, one } = tagKinds[kind - 1] ?? tagKinds[0];
  const remedy = didYouMean(slug, known) || ` Add it to ${list} there, or use one that is.`;
  file.add(at, `Expected a ${one} out of ${list} in ${tags.source}; "${slug}" is none.${remedy}`);
}
