import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { didYouMean } from '../../lib/text/closest-name.ts';
import type { TagKind } from '../store/catalogue-changes.ts';
import type { CatalogueFile, Path } from './catalogue-file.ts';

/** The tags in `tags.yaml`, and the message for unknown ones. */
export interface KnownTags {
  slugs(kind: TagKind): string[];
  /** The file that lists the tags. */
  source: string;
}

/** Adds a mistake for a tag that `tags.yaml` does not list. */
export function checkTag(
  file: CatalogueFile,
  at: Path,
  { kind, slug }: { kind: TagKind; slug: string },
  tags: KnownTags,
): void {
  const known = tags.slugs(kind);
  if (known.includes(slug)) return;
  const { list, one } = tagKinds[kind - 1] ?? tagKinds[0];
  const remedy = didYouMean(slug, known) || ` Add it to ${list} in that file, or use a listed one.`;
  file.add(at, `Expected a ${one} listed under ${list} in ${tags.source}; "${slug}" is not.${remedy}`);
}
