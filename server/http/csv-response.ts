import { type Cell, csvText } from '../../lib/text/csv-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { HttpRequest } from './http-request.ts';
import type { Identity } from './identify.ts';
import { privateText } from './private-response.ts';
import type { BufferedResponse } from './response.ts';

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
  { list, next = null }: { list: Row[]; next?: number | null },
  columns: Columns<Row>,
): BufferedResponse {
  if (identity.caller.seeing)
    throw new Problem(
      'seeing-account',
      `You see ${identity.caller.seeing.account.name} as its members do, which exports nothing. The lists of the console are exported by operators whose role allows it.`,
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
