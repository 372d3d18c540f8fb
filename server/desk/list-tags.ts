import { z } from 'zod';
import { type OperatorTagList, tagList } from '../../lib/operator/tags.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { foldedText } from '../../lib/text/names.ts';
import type { Context } from '../context.ts';
import { filterText, formatParameter } from '../list-parameters.ts';
import { tagTexts } from '../store/catalogue/catalogue-jobs.ts';

export const tagsQuery = z.object({
  kind: tagList.optional().meta({ description: 'Only tags of this kind.' }),
  q: filterText('Only tags whose name or slug has this text.'),
  format: formatParameter,
});

/** The tags as the filters of the catalogue order them, with how many products have them. */
export async function listTags(
  { store }: Pick<Context, 'store'>,
  { kind, q }: z.output<typeof tagsQuery>,
): Promise<OperatorTagList> {
  const { publications } = store;
  const [tags, counts] = await Promise.all([publications.tags(), publications.countTagged()]);
  const named = q === undefined ? '' : foldedText(q);
  const list = tags
    .filter(({ mergedInto }) => mergedInto === null)
    .map(({ key, layer, published, kind: number, mergedInto: _, ...tag }) => ({
      ...tag,
      kind: listOf(number),
      products: counts.all.get(key) ?? 0,
      online: counts.online.get(key) ?? 0,
      saidBy: layer % 2 === 1 ? ('console' as const) : ('files' as const),
      beneath: published === null ? null : tagTexts.parse(JSON.parse(published)),
      former: tags.flatMap(({ mergedInto, slug }) => (mergedInto === key ? slug : [])),
    }))
    .filter((tag) => kind === undefined || tag.kind === kind)
    .filter(({ name, slug }) => foldedText(name).includes(named) || slug.includes(named));
  return { list: list.toSorted(inOrder), next: null };
}

type Ordered = Pick<OperatorTagList['list'][number], 'kind' | 'position' | 'online' | 'name'>;

function inOrder(one: Ordered, other: Ordered): number {
  const kindOf = ({ kind }: Ordered) => tagKinds.findIndex(({ list }) => list === kind);
  const placeOf = ({ position }: Ordered) => position ?? Number.MAX_SAFE_INTEGER;
  return (
    kindOf(one) - kindOf(other) ||
    placeOf(one) - placeOf(other) ||
    other.online - one.online ||
    (one.name < other.name ? -1 : 1)
  );
}

/** The database knows no other kinds. */
function listOf(kind: number) {
  return (tagKinds[kind - 1] ?? tagKinds[0]).list;
}
