import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { ownerText } from '../catalogue/product-row.ts';
import { consoleOwner } from '../store/catalogue/audience.ts';
import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import type { OperatorChange } from '../operator/change.ts';
import { operatorAuthor } from '../rights.ts';

type Wish = { slug: string };

type Archived = Wish & { archived: boolean };

/** Archives all products of an API. The API stays, and is in no list but the console's. */
export const archiveApi = changeOfArchive(true);

/** Brings them back, offline. */
export const restoreApi = changeOfArchive(false);

function changeOfArchive(archived: boolean): OperatorChange<Wish, 'archive-api', Archived, Context> {
  return {
    right: 'publish-product',
    verb: 'archive-api',
    status: 200,
    async prepare(context, { slug }) {
      await requireOwn(context, slug);
      return {
        payload: { slug, owner: consoleOwner, archived, now: Date.now() },
        given: { slug, archived },
      };
    },
    answer({ products, hasMore }, given) {
      if (products === 0)
        refuse(
          archived
            ? `No product of ${given.slug} that the console keeps is left to archive.`
            : `No product of ${given.slug} is in the archive.`,
        );
      return { ...given, products, hasMore };
    },
    afterwards(context, { hasMore }, { slug }, author) {
      if (!hasMore) return;
      const by = operatorAuthor(author, ['publish-product']);
      const { writer } = context.store;
      void goOn(slug, () =>
        writer.run('archive-api', { slug, owner: consoleOwner, archived, now: Date.now() }, by),
      );
    },
  };
}

/** Deletes an API with its products, if none of them was ever online: then nobody called them. */
export const deleteApi: OperatorChange<Wish, 'delete-api', Wish, Context> = {
  right: 'publish-product',
  verb: 'delete-api',
  status: 200,
  async prepare(context, { slug }) {
    await requireOwn(context, slug);
    return { payload: { slug, owner: consoleOwner }, given: { slug } };
  },
  answer({ products, hasMore, hindrance }, { slug }) {
    if (hindrance === undefined) return { slug, products, hasMore };
    if (hindrance.wasOnline)
      refuse(`${hindrance.slug} was online, and its calls and receipts stay. Archive the API.`);
    return refuse(
      `${hindrance.slug} belongs to a file. Take it out of there, or keep it in the console first.`,
    );
  },
  afterwards(context, { hasMore }, { slug }, author) {
    if (!hasMore) return;
    const by = operatorAuthor(author, ['publish-product']);
    void goOn(slug, () => context.store.writer.run('delete-api', { slug, owner: consoleOwner }, by));
  },
};

/** Does the same with the products that are left, some at a time, so that calls go on between. */
async function goOn(slug: string, next: () => Promise<{ hasMore: boolean }>): Promise<void> {
  try {
    while ((await next()).hasMore);
  } catch (error) {
    log('error', 'api-not-finished', { api: slug, error: errorText(error) });
  }
}

async function requireOwn({ store }: Pick<Context, 'store'>, slug: string): Promise<void> {
  const api = await store.publications.findApi(slug);
  if (!api)
    throw new Problem('not-found', `There is no API with the slug ${JSON.stringify(slug.slice(0, 200))}.`);
  if (api.file === consoleOwner) return;
  refuse(`${slug} belongs to ${ownerText(api)}. Take it out of the file, and apply the folder with --prune.`);
}

function refuse(detail: string): never {
  throw invalidBody([{ pointer: '', detail }]);
}
