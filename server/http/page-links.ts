import type { ListQuery } from '../products/list-query.ts';

type Paged = Partial<ListQuery> & Pick<ListQuery, 'page' | 'pageSize' | 'tag'>;

/** RFC 8288: the pages around this one, as the same question with another page. */
export function pageLinks(path: string, query: Paged, total: number): string {
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
