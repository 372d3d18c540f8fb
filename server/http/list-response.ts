import type { CataloguePage, CatalogueQuery } from '../products/list-catalogue.ts';
import type { ListPage } from '../products/list-products.ts';
import type { ListQuery } from '../products/list-query.ts';
import { pageLinks } from './page-links.ts';
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
