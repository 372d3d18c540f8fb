import type { CataloguePage, CatalogueQuery } from '../products/list-catalogue.ts';
import type { ListPage } from '../products/list-products.ts';
import type { ListQuery } from '../products/list-query.ts';
import { type BufferedResponse, cacheableText } from './response.ts';

export function productListResponse(query: ListQuery, page: ListPage): BufferedResponse {
  const { items, total, facets } = page;
  const isPublic = query.status === '1';
  return cacheableText(`{"list":[${items}],"total":${total}${facetsText(facets)}}`, 'application/json', {
    link: pageLinks('/api/product/list', query, total),
    ...(!isPublic && { 'cache-control': 'no-store, private' }),
  });
}

export function catalogueResponse(query: CatalogueQuery, page: CataloguePage): BufferedResponse {
  const { items, total, apis, search: found, facets } = page;
  const search = JSON.stringify(found).slice(1, -1);
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
