/** What the catalogue page shows: as it stands in the page's address, and as it is asked of the list endpoint. */
export interface CatalogueView {
  q: string;
  tags: string[];
  page: number;
}

export type CatalogueParameters = Record<string, string | string[] | undefined>;

/** Lenient, as a page should be: what makes no sense in an address is as if it were not there. */
export function readCatalogueView(parameters: CatalogueParameters): CatalogueView {
  const q = [parameters['q']].flat()[0] ?? '';
  const tags = [parameters['tag']]
    .flat()
    .filter((slug) => slug !== undefined && slug !== '' && slug.length <= 100);
  const page = [parameters['page']].flat()[0] ?? '';
  return {
    q: q.slice(0, 200),
    tags: [...new Set(tags.filter((slug) => slug !== undefined))].slice(0, 20),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

export function catalogueAddress(view: CatalogueView): string {
  const query = viewParameters(view).toString();
  return query === '' ? '/' : `/?${query}`;
}

export function listAddress(view: CatalogueView): string {
  const parameters = viewParameters(view);
  parameters.set('view', 'card');
  parameters.set('facets', '1');
  return `/api/product/list?${parameters}`;
}

function viewParameters({ q, tags, page }: CatalogueView): URLSearchParams {
  const parameters = new URLSearchParams();
  if (q !== '') parameters.set('q', q);
  for (const slug of tags) parameters.append('tag', slug);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}
