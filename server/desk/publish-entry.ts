import { consoleOwner } from '../store/catalogue/audience.ts';
import type { CheckedEntry } from '../../lib/operator/products.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { otherPlanned, type PlannedProduct, planProducts } from '../catalogue/plan.ts';
import { ownerText } from '../catalogue/product-row.ts';
import type { CatalogueProduct } from '../catalogue/read-entry.ts';
import type { Context } from '../context.ts';
import type { OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import { CredentialPlaces } from '../products/credential-places.ts';
import { onlineHindrance, portalPublishing } from '../products/online-hindrance.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import type { Result } from '../store/writer.ts';
import { plannedOf, tooEarly } from './change-plan.ts';
import type { EntryMistake } from './read-edited-entry.ts';
import { isThreadEnded } from './thread-ended.ts';

type Edited =
  | { ok: true; product: CatalogueProduct; plan: PlannedProduct }
  | { ok: false; mistakes: EntryMistake[] };

/** Says what publishing an entry would change, and publishes nothing. */
export async function checkEntry(context: Context, slug: string, text: string): Promise<CheckedEntry> {
  const read = await readEdited(context, await findPublished(context, slug), text);
  const nothing = { changed: [], breaking: [], price: null, planned: null, notes: [] };
  if (!read.ok) return { ...nothing, mistakes: read.mistakes };
  const { product, plan } = read;
  return {
    mistakes: [],
    changed: changedParts(plan),
    breaking: plan.breaking,
    price: plan.price
      ? { before: plan.price.from, after: plan.price.to, mayCostMore: plan.price.mayCostMore }
      : null,
    planned: plan.planned ? plannedOf({ ...plan.planned, at: plan.planned.at.getTime() }) : null,
    notes: [...product.warnings, ...product.notes],
  };
}

interface Wish {
  slug: string;
  entry: string;
  after: number;
  /** Whether the author may set credentials. */
  maySend: boolean;
  /** When its operation and price are to be in force. Without it, as soon as they may. */
  effectiveAt: string | undefined;
}

/** What the answer of a release says beside its result. */
export type GivenRelease = { slug: string; after: number; changed: string[] };

/** Publishes the entry of a product that the console keeps, unless somebody else has published one meanwhile. */
export const publishEntry: OperatorChange<Wish, 'publish', GivenRelease, Context> = {
  right: 'publish-product',
  verb: 'publish',
  status: 201,
  async prepare(context, { slug, entry, after, maySend, effectiveAt }) {
    const published = await findPublished(context, slug);
    requireConsole(published);
    requireOffered(published);
    const read = await readEdited(context, published, entry);
    if (!read.ok)
      throw invalidBody(
        read.mistakes.map(({ line, column, expected }) => ({
          pointer: '/entry',
          detail: `Line ${line}, column ${column}: ${expected}`,
        })),
      );
    const { plan } = read;
    if (!maySend) await refuseNewPlace(context, plan.row.template.document);
    if (plan.change === 'unchanged')
      throw invalidBody([{ pointer: '/entry', detail: 'Nothing differs from what is published now.' }]);
    return {
      payload: {
        products: [
          {
            ...{ ...plan.row, before: plan.before, after },
            ...(effectiveAt !== undefined && { effectiveAt: Date.parse(effectiveAt) }),
          },
        ],
        now: Date.now(),
      },
      given: { slug, after, changed: changedParts(plan) },
    };
  },
  answer: (result, given) => answerOfRelease(result, given),
};

export function answerOfRelease(
  { products: [product], taken = [], changed = [], refused = [] }: Result<'publish'>,
  { slug, after, changed: parts }: GivenRelease,
) {
  const [owned] = taken;
  if (owned) throw keptElsewhere(slug, owned);
  if (changed.length > 0)
    throw new Problem(
      'changed-meanwhile',
      `Somebody else has published ${slug} since version ${after}. Nothing was published: read it again, and put your change into what it is now.`,
    );
  const [refusal] = refused;
  if (refusal?.earliestMs !== undefined) throw tooEarly('/effectiveAt', refusal.earliestMs);
  if (refusal) throw invalidBody([{ pointer: '/entry', detail: otherPlanned(slug) }]);
  const planned = product?.planned ? plannedOf(product.planned) : null;
  return { slug, release: product?.release ?? after, changed: parts, planned };
}

/** Makes a product of a file one of the console. The file is not changed; applying it is refused from then on. */
export const keepInConsole: OperatorChange<{ slug: string }, 'own-products', { slug: string }, Context> = {
  right: 'publish-product',
  verb: 'own-products',
  status: 200,
  async prepare(context, { slug }) {
    const { file, source } = await findPublished(context, slug);
    const before = file === null ? null : { file, source };
    return {
      payload: { owners: [{ slug, owner: { file: consoleOwner, source }, before }] },
      given: { slug },
    };
  },
  answer({ taken = [] }, { slug }) {
    const [owned] = taken;
    if (owned) throw keptElsewhere(slug, owned);
    return { slug, keptIn: consoleOwner };
  },
};

/** Read in a thread: an entry may take long, whatever somebody wrote. */
export async function readEdited(context: Context, published: StoredProduct, text: string): Promise<Edited> {
  const { slug } = published;
  const tags = await tagsByKind(context);
  const thread = context.desk.startThread();
  const read = await thread
    .ask('edited', { text, slug, tags })
    .catch((error: unknown) => {
      if (!isThreadEnded(error)) throw error;
      const expected = `Expected an entry that can be read: ${error.message}.`;
      return { ok: false as const, mistakes: [{ line: 1, column: 1, expected }] };
    })
    .finally(() => thread.close());
  if (!read.ok) return read;
  const { product } = read;
  const publishing = await portalPublishing(context);
  const hindrance =
    product.row.status === 1 && onlineHindrance({ document: product.row.template.document }, publishing);
  if (hindrance)
    return { ok: false, mistakes: [{ line: 1, column: 1, expected: `It cannot be online. ${hindrance}` }] };
  const [plan] = await planProducts(context.store.publications, [product]);
  if (!plan) throw new Error('There is no plan for one product.');
  if (plan.mistake !== undefined)
    return { ok: false, mistakes: [{ line: 1, column: 1, expected: plan.mistake }] };
  return { ok: true, product, plan };
}

export async function tagsByKind({ store }: Context): Promise<string[][]> {
  const known = await store.publications.tags();
  return [1, 2, 3, 4].map((kind) => known.filter((tag) => tag.kind === kind).map((tag) => tag.slug));
}

async function refuseNewPlace(context: Context, document: string): Promise<void> {
  const places = new CredentialPlaces(context.store, await portalPublishing(context));
  const refusal = await places.refusal(document);
  if (refusal !== undefined) throw new Problem('forbidden', refusal);
}

function changedParts({ parts, price }: PlannedProduct): string[] {
  return [...parts, ...(price ? ['price'] : [])];
}

function requireConsole({ slug, file, source }: StoredProduct): void {
  if (file !== consoleOwner) throw keptElsewhere(slug, { file: file ?? 'a file', source });
}

function requireOffered({ slug, archivedAt }: StoredProduct): void {
  if (archivedAt === null) return;
  throw invalidBody([{ pointer: '/entry', detail: `${slug} is in the archive. Bring it back first.` }]);
}

function keptElsewhere(slug: string, owner: { file: string; source: string | null }): Problem {
  return invalidBody([
    {
      pointer: '/entry',
      detail: `${slug} is kept in ${ownerText(owner)}. Change it there, or keep it in the console from now on.`,
    },
  ]);
}
