import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../fetch-json.ts';

interface Named {
  slug: string;
  name: string;
}

interface Found {
  list: (Named & {
    deprecated?: true | undefined;
    provider: { name: string };
    /** Only an API has operations. A product may belong to an API. */
    operations?: number;
    api?: { name: string } | undefined;
  })[];
  /** What to try. Only if a search finds nothing. */
  instead?: { words: string[]; products: Named[] } | undefined;
}

interface FoundCalls {
  list: { id: string; product: { name: string }; charged: number; startedAt: string }[];
}

export function catalogueFoundOptions(words: string) {
  return queryOptions({
    queryKey: ['public', 'palette', words],
    queryFn: ({ signal }): Promise<Found> =>
      fetchJson('GET /api/catalogue', { query: { pageSize: '8', q: words }, signal }),
    placeholderData: keepPreviousData,
  });
}

const mostNamed = '4';

interface FoundNames {
  list: { id: string; name: string }[];
}

/** Accounts or people of the portal, for operators who may read them. */
export function namedFoundOptions(kind: 'accounts' | 'people', words: string) {
  return queryOptions({
    queryKey: ['palette', kind, words],
    queryFn: ({ signal }): Promise<FoundNames> =>
      fetchJson(`GET /api/operator/${kind}`, { query: { q: words, pageSize: mostNamed }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function recentCallsOptions() {
  return queryOptions({
    queryKey: ['palette', 'calls'],
    queryFn: ({ signal }): Promise<FoundCalls> =>
      fetchJson('GET /api/calls', { query: { pageSize: '20' }, signal }),
    // Calls may have been made since the palette was last open.
    staleTime: 0,
  });
}
