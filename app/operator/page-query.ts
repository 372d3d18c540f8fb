import { z } from 'zod';
import { dayAfter, isDay } from '../../lib/text/times.ts';
import { type QuerySchema, readQuery } from '../../server/doors/read-query.ts';

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/**
 * The query of an address by the schema of the endpoint. Throws the same Problem if a part cannot be read, or is none of the
 * endpoint. A page includes the days that `lastDays` name, and the endpoint ends before what it is asked for.
 */
export async function pageQuery<Schema extends QuerySchema>(
  schema: Schema,
  searchParams: SearchParams,
  lastDays: readonly string[] = [],
): Promise<{ query: z.output<Schema>; given: Record<string, string>; asked: Record<string, string> }> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(await searchParams)) {
    const text = [value].flat()[0]?.trim() ?? '';
    if (text !== '') given[name] = text;
  }
  const asked = { ...given };
  for (const name of lastDays) {
    const day = given[name] ?? '';
    if (isDay(day)) asked[name] = dayAfter(day);
  }
  return { query: readQuery(withoutOthers(schema), new URLSearchParams(asked)), given, asked };
}

/** The list without a filter that it does not know would pass for the one asked for. */
function withoutOthers<Schema extends QuerySchema>(schema: Schema): Schema {
  return schema.clone({ ...schema.def, catchall: z.never() });
}
