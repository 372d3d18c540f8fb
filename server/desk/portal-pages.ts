import { z } from 'zod';
import type {
  newPageBody,
  OperatorPage,
  OperatorPageList,
  pageBody,
  PageVersion,
  PageVersionList,
  PortalPage,
  ReadPageVersion,
} from '../../lib/operator/pages.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { listParameters, pageWish } from '../list-parameters.ts';
import { errorText, log } from '../log.ts';
import type { ChangeContext, OperatorChange } from '../operator/change.ts';
import { mostInFooter, mostPages } from '../store/portal-pages/page-jobs.ts';
import type { PageRow, PageVersionRow } from '../store/portal-pages/read-pages.ts';
import type { PageWish } from '../store/prisma-reads.ts';
import type { Result } from '../store/writer.ts';

type Shown = Pick<PageRow, 'slug' | 'title' | 'number' | 'updatedAt'>;

const shown = ({ slug, title, number, updatedAt }: Shown) => ({
  ...{ slug, title, version: number },
  updatedAt: updatedAt.toISOString(),
});

/** The pages that everybody reads. */
export async function listPortalPages({ store }: Pick<Context, 'store'>) {
  return { list: (await store.pages.shown(mostPages)).map(shown) };
}

/** Those that the footer links to. Pages work without them. */
export async function footerPages({ store, caches }: Context): Promise<{ slug: string; title: string }[]> {
  try {
    return await caches.footer.getOrMake('footer', () => store.pages.inFooter());
  } catch (error) {
    log('error', 'footer-pages', { error: errorText(error) });
    return [];
  }
}

/** A page that everybody reads; undefined if there is none. */
export async function findPortalPage(
  { store }: Pick<Context, 'store'>,
  slug: string,
): Promise<PortalPage | undefined> {
  const page = await store.pages.find(slug);
  if (!page || page.deletedAt !== null) return undefined;
  const version = await store.pages.version(page.key, page.number);
  return version && { ...shown(page), text: version.text };
}

export async function requirePortalPage(context: Pick<Context, 'store'>, slug: string): Promise<PortalPage> {
  return (await findPortalPage(context, slug)) ?? noPage(slug);
}

export const pagesQuery = z.object({
  state: z
    .enum(['deleted'], 'deleted')
    .optional()
    .meta({ description: '`deleted`: those that nobody reads any more.' }),
  ...listParameters,
});

const forOperators = (page: PageRow): OperatorPageList['list'][number] => ({
  ...shown(page),
  inFooter: page.inFooter === 1,
  deletedAt: page.deletedAt?.toISOString() ?? null,
});

export async function listPages(
  { store }: Context,
  { state, ...query }: z.output<typeof pagesQuery>,
): Promise<OperatorPageList> {
  const { rows, next } = await store.pages.list({ isDeleted: state === 'deleted' }, pageWish(query));
  return { list: rows.map(forOperators), next };
}

/** A page as operators look after it, also one that was deleted. */
export async function readPage(context: Context, slug: string): Promise<OperatorPage> {
  const page = await requirePage(context, slug);
  const version = await context.store.pages.version(page.key, page.number);
  const termsOf = await context.store.pages.productsOf(slug);
  return { ...forOperators(page), text: version?.text ?? '', termsOf };
}

export async function listPageVersions(
  context: Context,
  slug: string,
  wish: PageWish,
): Promise<PageVersionList> {
  const { key } = await requirePage(context, slug);
  const { rows, next } = await context.store.pages.versions(key, wish);
  return { list: await withNames(context, rows), next };
}

/** What a page said from one time on, and what it said before. */
export async function readVersion(context: Context, slug: string, wanted: string): Promise<ReadPageVersion> {
  const { key } = await requirePage(context, slug);
  const { pages } = context.store;
  const number = /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : 0;
  const [found, before] = await Promise.all([pages.version(key, number), pages.version(key, number - 1)]);
  const [version] = found ? await withNames(context, [found]) : [];
  if (!found || !version)
    throw new Problem('not-found', `The page ${slug} has no version ${wanted.slice(0, 20)}.`);
  return { version, text: found.text, previous: before?.text ?? null };
}

async function withNames({ store }: Context, rows: Omit<PageVersionRow, 'text'>[]): Promise<PageVersion[]> {
  const ids = [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))];
  const [people, keys] = await Promise.all([store.people.namesOf(ids), store.accounts.keyNamesOf(ids)]);
  return rows.map(({ number, title, savedAt, authorKind: kind, authorId: id, reason, asksAgain }) => ({
    ...{ number, title, at: savedAt.toISOString(), reason, asksAgain: asksAgain === 1 },
    by: { kind, id, name: people.get(id ?? '') ?? keys.get(id ?? '') ?? null },
  }));
}

type Given = { slug: string; inFooter: boolean };

/** Makes a page, which everybody reads from then on. */
export const createPage: OperatorChange<z.output<typeof newPageBody>, 'save-page', Given> = {
  right: 'write-pages',
  verb: 'save-page',
  status: 201,
  async prepare(context, { slug, ...page }) {
    const found = await context.store.pages.find(slug);
    if (found && found.deletedAt === null) throw taken(slug);
    return prepared(slug, { ...page, asksAgain: true }, null);
  },
  answer: savedAnswer,
};

/** Saves a page as one says it, unless somebody else has saved it since. */
export const savePage: OperatorChange<z.output<typeof pageBody> & { slug: string }, 'save-page', Given> = {
  right: 'write-pages',
  verb: 'save-page',
  status: 200,
  async prepare(context, { slug, after, ...page }) {
    const { number } = await requireShown(context, slug);
    if (number !== after) throw changedMeanwhile(slug, after);
    return prepared(slug, page, after);
  },
  answer: savedAnswer,
};

function prepared(
  slug: string,
  { title, text, inFooter, asksAgain }: Omit<z.output<typeof pageBody>, 'after' | 'reason'>,
  after: number | null,
) {
  return {
    payload: {
      slug,
      title,
      text,
      inFooter: flag(inFooter),
      asksAgain: flag(asksAgain),
      after,
      now: Date.now(),
    },
    given: { slug, inFooter },
  };
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);

function savedAnswer(result: Result<'save-page'>, given: Given) {
  switch (result.outcome) {
    case 'saved':
    case 'same':
      return { ...given, version: result.number };
    case 'taken':
      throw taken(given.slug);
    case 'none':
      return noPage(given.slug);
    case 'changed':
      throw changedMeanwhile(given.slug);
    case 'too-many':
      throw invalidBody([{ pointer: '', detail: `A portal can have at most ${mostPages} pages.` }]);
    case 'too-many-in-footer':
      throw invalidBody([
        { pointer: '/inFooter', detail: `The footer can link to at most ${mostInFooter} pages.` },
      ]);
  }
}

/** Takes a page off the portal. */
export const deletePage: OperatorChange<{ slug: string }, 'delete-page', { slug: string }> = {
  right: 'write-pages',
  verb: 'delete-page',
  status: 200,
  async prepare(context, { slug }) {
    await requireShown(context, slug);
    return { payload: { slug, now: Date.now() }, given: { slug } };
  },
  answer({ deleted, termsOf }, given) {
    if (termsOf !== undefined)
      throw invalidBody([
        {
          pointer: '',
          detail: `It is the terms of the product ${termsOf}. Give that product other terms first, or none.`,
        },
      ]);
    return deleted === null ? noPage(given.slug) : given;
  },
};

async function requirePage({ store }: Pick<ChangeContext, 'store'>, slug: string): Promise<PageRow> {
  return (await store.pages.find(slug)) ?? noPage(slug);
}

async function requireShown(context: Pick<ChangeContext, 'store'>, slug: string): Promise<PageRow> {
  const page = await requirePage(context, slug);
  return page.deletedAt === null ? page : noPage(slug);
}

function noPage(slug: string): never {
  throw new Problem('not-found', `There is no page with the address ${JSON.stringify(slug.slice(0, 100))}.`);
}

function taken(slug: string): Problem {
  return invalidBody([{ pointer: '/slug', detail: `There is a page with the address ${slug} already.` }]);
}

function changedMeanwhile(slug: string, after?: number): Problem {
  const since = after === undefined ? 'meanwhile' : `since version ${after}`;
  return new Problem(
    'changed-meanwhile',
    `Somebody else has saved the page ${slug} ${since}. Nothing was saved: read it again, and put your change into what it is now.`,
  );
}
