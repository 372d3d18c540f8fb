import { consoleOwner } from '../store/catalogue/audience.ts';
import { invalidBody } from '../../lib/problem/problem.ts';
import { ownerText } from '../catalogue/product-row.ts';
import type { ChangeContext, OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';

interface Wish {
  slug: string;
}

type Archived = { slug: string; archived: boolean };

/** Takes a product out of the catalogue, and keeps its calls. */
export const archiveProduct: OperatorChange<Wish, 'archive-product', Archived> = {
  right: 'publish-product',
  verb: 'archive-product',
  status: 200,
  async prepare(context, { slug }) {
    if ((await requireOwn(context, slug)).archivedAt !== null) refuse(`${slug} is in the archive already.`);
    return {
      payload: { slug, owner: consoleOwner, now: Date.now() },
      given: { slug, archived: true },
    };
  },
  answer: (_result, given) => given,
};

/** Brings one back, offline. */
export const restoreProduct: OperatorChange<Wish, 'restore-product', Archived> = {
  right: 'publish-product',
  verb: 'restore-product',
  status: 200,
  async prepare(context, { slug }) {
    if ((await requireOwn(context, slug)).archivedAt === null) refuse(`${slug} is not in the archive.`);
    return {
      payload: { slug, owner: consoleOwner, now: Date.now() },
      given: { slug, archived: false },
    };
  },
  answer: (_result, given) => given,
};

/** Deletes one that was never online, so that nobody called it. */
export const deleteProduct: OperatorChange<Wish, 'delete-product', { slug: string }> = {
  right: 'publish-product',
  verb: 'delete-product',
  status: 200,
  async prepare(context, { slug }) {
    const { wasOnline } = await requireOwn(context, slug);
    if (wasOnline === 1) refuse(`${slug} was online, and its calls and receipts stay. Archive it.`);
    return { payload: { slug, owner: consoleOwner }, given: { slug } };
  },
  answer({ deleted }, given) {
    if (!deleted) refuse(`${given.slug} was put online meanwhile. Archive it.`);
    return given;
  },
};

async function requireOwn(context: ChangeContext, slug: string): Promise<StoredProduct> {
  const product = await findPublished(context, slug);
  const { file, source } = product;
  if (file === consoleOwner) return product;
  const owner = file === null ? 'a file' : ownerText({ file, source });
  return refuse(
    `${slug} belongs to ${owner}. Take it out of the file and apply the folder with --prune, or keep it in the console first.`,
  );
}

function refuse(detail: string): never {
  throw invalidBody([{ pointer: '', detail }]);
}
