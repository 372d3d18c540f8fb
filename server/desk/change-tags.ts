import type { z } from 'zod';
import { type newTagBody, type tagBody, tagList } from '../../lib/operator/tags.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { errorText, log } from '../log.ts';
import type { ChangeContext, OperatorChange } from '../operator/change.ts';
import type { TagKind } from '../store/catalogue/published-product.ts';

type List = z.output<typeof tagList>;
type Given = { kind: List; slug: string; name: string };
type Looks = Pick<z.output<typeof tagBody>, 'name' | 'icon' | 'url' | 'description'>;

const right = 'publish-product';

/** Writes the cards and search texts of the products of a changed tag, some at a time. A start goes on where this one stopped. */
async function refresh({ store }: Pick<ChangeContext, 'store'>): Promise<void> {
  try {
    while (!(await store.writer.run('refresh-stale-products', {})).isDone);
  } catch (error) {
    log('error', 'tags-not-refreshed', { error: errorText(error) });
  }
}

const afterwards = (context: ChangeContext) => void refresh(context);

export const createTag: OperatorChange<z.output<typeof newTagBody>, 'create-tag', Given> = {
  right,
  verb: 'create-tag',
  status: 201,
  prepare: (_context, { kind, slug, ...looks }) =>
    Promise.resolve({
      payload: { kind: numberOf(kind), slug, ...textsOf(looks) },
      given: { kind, slug, name: looks.name },
    }),
  answer({ created }, given) {
    if (created) return given;
    throw refused(
      '/slug',
      `There is a tag ${given.slug} among the ${given.kind} already, or one was merged.`,
    );
  },
};

interface Wish {
  /** As in the address. */
  kind: string;
  slug: string;
}

/** Says in the console how a tag is called and looks, over what files say. */
export const changeTag: OperatorChange<Wish & Looks, 'change-tag', Given> = {
  right,
  verb: 'change-tag',
  status: 200,
  afterwards,
  async prepare(context, { kind, slug, ...looks }) {
    const list = await requireTag(context, kind, slug);
    return {
      payload: { kind: numberOf(list), slug, ...textsOf(looks) },
      given: { kind: list, slug, name: looks.name },
    };
  },
  answer({ before }, given) {
    if (before === null) throw noTag(given.kind, given.slug);
    return given;
  },
};

/** Shows again what files say of it. */
export const resetTag: OperatorChange<Wish, 'reset-tag', Omit<Given, 'name'>> = {
  right,
  verb: 'reset-tag',
  status: 200,
  afterwards,
  async prepare(context, { kind, slug }) {
    const list = await requireTag(context, kind, slug);
    return { payload: { kind: numberOf(list), slug }, given: { kind: list, slug } };
  },
  answer({ name }, given) {
    if (name === null) throw refused('', `No file says anything else of ${given.slug}.`);
    return { ...given, name };
  },
};

type Merging = { kind: List; slug: string; into: string };

export const mergeTags: OperatorChange<Wish & { into: string }, 'merge-tags', Merging> = {
  right,
  verb: 'merge-tags',
  status: 200,
  afterwards,
  async prepare(context, { kind, slug, into }) {
    const list = await requireTag(context, kind, slug);
    if (slug === into) throw refused('/into', 'Choose another tag: it cannot be merged into itself.');
    if (!(await findTag(context, numberOf(list), into)))
      throw refused('/into', `There is no tag ${into} among the ${list}.`);
    return { payload: { kind: numberOf(list), slug, into }, given: { kind: list, slug, into } };
  },
  answer({ products }, given) {
    if (products === null) throw noTag(given.kind, given.slug);
    return { ...given, products };
  },
};

/** Puts the tags of a kind into an order, which the filters of the catalogue have. */
export const orderTags: OperatorChange<{ kind: string; slugs: string[] }, 'order-tags', { kind: List }> = {
  right,
  verb: 'order-tags',
  status: 200,
  prepare(_context, { kind, slugs }) {
    const list = requireList(kind);
    return Promise.resolve({ payload: { kind: numberOf(list), slugs }, given: { kind: list } });
  },
  answer: ({ ordered }, given) => ({ ...given, ordered }),
};

function textsOf({ name, icon, url, description }: Looks) {
  return { name, icon: icon ?? null, url: url ?? null, description: description ?? null };
}

function numberOf(list: List): TagKind {
  return (tagKinds.find((kind) => kind.list === list) ?? tagKinds[0]).kind;
}

function requireList(kind: string): List {
  const { data } = tagList.safeParse(kind);
  if (data) return data;
  throw new Problem('not-found', `Tags are types, providers, capabilities or labels, not ${quoted(kind)}.`);
}

async function requireTag(context: ChangeContext, kind: string, slug: string): Promise<List> {
  const list = requireList(kind);
  if (await findTag(context, numberOf(list), slug)) return list;
  throw noTag(list, slug);
}

async function findTag({ store }: ChangeContext, kind: TagKind, slug: string): Promise<boolean> {
  const tags = await store.publications.tags();
  return tags.some((tag) => tag.kind === kind && tag.slug === slug && tag.mergedInto === null);
}

function noTag(list: List, slug: string): Problem {
  return new Problem('not-found', `There is no tag ${quoted(slug)} among the ${list}.`);
}

function refused(pointer: string, detail: string): Problem {
  return invalidBody([{ pointer, detail }]);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
