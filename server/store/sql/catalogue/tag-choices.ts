import type { TagRow } from '../../catalogue.ts';

/** A product must have one of these tags. A slug may stand for tags of several kinds. */
export interface TagChoice {
  kinds: Set<number>;
  keys: number[];
}

/** The tag choices of a filter. Null if a slug has no tag, so that nothing can match. */
export function tagChoices(
  slugs: readonly string[],
  tags: readonly Pick<TagRow, 'key' | 'kind' | 'slug'>[],
): TagChoice[] | null {
  let choices: TagChoice[] = [];
  for (const slug of slugs) {
    const named = tags.filter((tag) => tag.slug === slug);
    if (named.length === 0) return null;
    const choice = { kinds: new Set(named.map(({ kind }) => kind)), keys: named.map(({ key }) => key) };
    const alike = choices.filter(({ kinds }) => [...kinds].some((kind) => choice.kinds.has(kind)));
    choices = [...choices.filter((other) => !alike.includes(other)), alike.reduce(eitherOf, choice)];
  }
  return choices;
}

function eitherOf(one: TagChoice, other: TagChoice): TagChoice {
  return { kinds: new Set([...one.kinds, ...other.kinds]), keys: [...one.keys, ...other.keys] };
}
