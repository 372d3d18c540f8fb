import type { ProductCard, Tag } from './product.ts';

/** A stored tag. Kinds: 1 API type, 2 provider, 3 capability, 4 label. */
export interface ProductTag {
  kind: number;
  slug: string;
  name: string;
  icon: string | null;
  url: string | null;
}

/** The stored facts of a product for lists. */
export interface ProductFacts {
  id: string;
  slug: string;
  name: string;
  status: 0 | 1;
  priceFrom: number;
  priceTo: number;
  deprecated: boolean;
  templateId: string;
  introduction: { title: string; text: string }[];
  /** Ordered: one of kind 1, one of kind 2, any number of the others. */
  tags: ProductTag[];
}

/** A product in a list, without its documentation. */
export function productCard(facts: ProductFacts): ProductCard {
  const ofKind = (kind: number) => facts.tags.filter((tag) => tag.kind === kind).map(tagValue);
  return {
    abilities: ofKind(3),
    apiTemplateID: facts.templateId,
    ...(facts.deprecated && { deprecated: true }),
    description: facts.introduction,
    id: facts.id,
    labels: ofKind(4),
    name: facts.name,
    price: { from: facts.priceFrom, to: facts.priceTo },
    provider: only(ofKind(2), facts),
    slug: facts.slug,
    status: facts.status,
    type: only(ofKind(1), facts),
  };
}

export function tagValue({ kind, slug, name, icon, url }: ProductTag): Tag {
  return { id: `tag_${kind}_${slug}`, slug, name, ...(icon && { icon }), ...(url && { url }) };
}

function only([tag]: Tag[], { slug }: ProductFacts): Tag {
  if (!tag) throw new Error(`The product ${slug} has no type or no provider.`);
  return tag;
}
