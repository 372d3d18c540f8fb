import { Problem } from '../../../lib/problem/problem.ts';
import { type Cell, csvText } from '../../../lib/text/csv-text.ts';
import type { CataloguePage, CatalogueQuery, ListPage } from '../../products/list-catalogue.ts';
import type { ListQuery } from '../../store/catalogue/list-query.ts';
import type { Next } from '../../../lib/operator/list-orders.ts';
import type { HttpRequest } from '../../http/client-connection.ts';
import type { Identity } from '../../doors/identify.ts';
import { privateText } from './private-response.ts';
import { type BufferedResponse, cacheableText } from '../../http/response.ts';

export function productListResponse(query: ListQuery, page: ListPage): BufferedResponse {
  const { items, total, facets } = page;
  const isPublic = query.status === '1';
  return cacheableText(`{"list":[${items}],"total":${total}${facetsText(facets)}}`, 'application/json', {
    link: pageLinks('/api/product/list', query, total),
    ...(!isPublic && { 'cache-control': 'no-store, private' }),
  });
}

export function catalogueResponse(query: CatalogueQuery, page: CataloguePage): BufferedResponse {
  const { items, total, apis, usualSort, coming, search: found, facets } = page;
  const search = JSON.stringify({ usualSort, coming, ...found }).slice(1, -1);
  const text = `{"list":[${items}],"total":${total},"apis":${apis}${search && `,${search}`}${facetsText(facets)}}`;
  return cacheableText(text, 'application/json', { link: pageLinks('/api/catalogue', query, total) });
}

function facetsText(facets: string | undefined): string {
  return facets === undefined ? '' : `,"facets":${facets}`;
}

type Paged = Partial<ListQuery> & Pick<ListQuery, 'page' | 'pageSize' | 'tag'>;

/** RFC 8288: the pages around this one, as the same question with another page. */
function pageLinks(path: string, query: Paged, total: number): string {
  const last = Math.max(1, Math.ceil(total / query.pageSize));
  const { page } = query;
  const pages = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  return Object.entries(pages)
    .map(([relation, target]) => `<${pageAddress(path, { ...query, page: target })}>; rel="${relation}"`)
    .join(', ');
}

function pageAddress(path: string, { tag, status = '1', ...query }: Paged): string {
  const parameters = new URLSearchParams(status === '1' ? {} : { status });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  for (const slug of tag) parameters.append('tag', slug);
  return `${path}?${parameters}`;
}

/** The columns of a CSV: each with its title and its cells. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

export function wantsCsv({ url, headers }: HttpRequest): boolean {
  const format = new URL(url).searchParams.get('format');
  if (format) return format === 'csv';
  return /^\s*text\/csv\b/i.test(headers.get('accept') ?? '');
}

/** Columns have titles and cells. `next`: of the page after this one. */
export function csvResponse<Row>(
  identity: Identity,
  { url }: HttpRequest,
  { list, next = null }: { list: Row[]; next?: Next },
  columns: Columns<Row>,
): BufferedResponse {
  if (identity.caller.seeing)
    throw new Problem(
      'seeing-account',
      `You are viewing ${identity.caller.seeing.account.name} as its members do, so you cannot export lists. Operators whose role allows it can export the lists of the console.`,
    );
  const cells = Object.values(columns);
  const rows = list.map((row) => cells.map((cell) => cell(row)));
  const { pathname, searchParams } = new URL(url);
  if (next !== null) searchParams.set('before', String(next));
  const link = next === null ? {} : { link: `<${pathname}?${searchParams}>; rel="next"` };
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return privateText(identity, csvText(Object.keys(columns), rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="farebox-${name}.csv"`,
      ...link,
    },
  });
}
