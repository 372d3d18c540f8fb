import type { ListedApi, ListedEntry } from './card-list.ts';

/** The sort orders on offer. The default is by name, or by relevance in a search. */
export const catalogueSorts = ['name', 'popular', '-created', 'price', '-price'] as const;
type CatalogueSort = (typeof catalogueSorts)[number];

/** The first is the default. */
export const pageSizes = [10, 20, 50] as const;
type PageSize = (typeof pageSizes)[number];

/** The state of the catalogue page, in its address and in requests to the portal. */
export interface CatalogueView {
  q: string;
  tags: string[];
  page: number;
  sort?: CatalogueSort;
  /** Absent for the default. */
  pageSize?: PageSize;
  /** Absent for cards. */
  layout?: 'rows';
}

export type CatalogueParameters = Record<string, string | string[] | undefined>;

const tagLimit = 20;
const tagLength = 100;
const wordsLength = 200;

/** Lenient, because it parses page addresses: `unreadParameter` says which parameter it ignores. */
export function readCatalogueView(parameters: CatalogueParameters): CatalogueView {
  const first = (name: string) => [parameters[name]].flat()[0] ?? '';
  const tags = [parameters['tag']].flat().filter((slug) => slug !== undefined);
  const sort = catalogueSorts.find((one) => one === first('sort'));
  const page = first('page');
  const pageSize = pageSizes.slice(1).find((one) => String(one) === first('pageSize'));
  return {
    q: first('q').slice(0, wordsLength),
    tags: [...new Set(tags.filter((slug) => slug !== '' && slug.length <= tagLength))].slice(0, tagLimit),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
    ...(sort && { sort }),
    ...(pageSize && { pageSize }),
    ...(first('layout') === 'rows' && { layout: 'rows' as const }),
  };
}

/** The first parameter of an address that cannot be read, as a sentence: the list without it would pass for the one asked for. */
export function unreadParameter(parameters: CatalogueParameters): string | undefined {
  const { sort, page, pageSize } = readCatalogueView(parameters);
  const read = { sort, page: String(page), pageSize: String(pageSize ?? pageSizes[0]) };
  const words = {
    sort: `is not an order of products. There are ${catalogueSorts.join(', ')}.`,
    page: 'is not the number of a page.',
    pageSize: `is not a size of pages. There are ${pageSizes.join(', ')}.`,
  };
  for (const name of ['sort', 'page', 'pageSize'] as const) {
    const given = [parameters[name]].flat()[0] ?? '';
    if (given !== '' && given !== read[name]) return `“${given.slice(0, wordsLength)}” ${words[name]}`;
  }
  return undefined;
}

export function pageSizeOf({ pageSize }: CatalogueView): PageSize {
  return pageSize ?? pageSizes[0];
}

/** The page of the new size that holds the first product of the current page. */
export function withPageSize(view: CatalogueView, size: PageSize): CatalogueView {
  const { pageSize, page, ...others } = view;
  const first = (page - 1) * (pageSize ?? pageSizes[0]);
  return {
    ...others,
    page: Math.floor(first / size) + 1,
    ...(size !== pageSizes[0] && { pageSize: size }),
  };
}

/** Converts to the parameters that Next passes to a page. */
export function catalogueParameters(query: URLSearchParams): CatalogueParameters {
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
}

export function catalogueAddress(view: CatalogueView): string {
  const parameters = viewParameters(view);
  if (view.layout) parameters.set('layout', view.layout);
  const query = parameters.toString();
  return query === '' ? '/' : `/?${query}`;
}

/** The query of `GET /api/catalogue` for the page. */
export function listQuery(view: CatalogueView): string {
  const parameters = viewParameters(view);
  parameters.set('facets', '1');
  return parameters.toString();
}

function viewParameters({ q, tags, page, sort, pageSize }: CatalogueView): URLSearchParams {
  const parameters = new URLSearchParams();
  if (q !== '') parameters.set('q', q);
  for (const slug of tags) parameters.append('tag', slug);
  if (sort) parameters.set('sort', sort);
  if (pageSize) parameters.set('pageSize', String(pageSize));
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** Separate, because the catalogue page loads the schemas of `card-list.ts` later. */
export function isListedApi(entry: ListedEntry): entry is ListedApi {
  return 'operations' in entry;
}
