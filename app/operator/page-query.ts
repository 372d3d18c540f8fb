import type { z } from 'zod';
import { type QuerySchema, readQuery } from '../../server/doors/read-query.ts';

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The query of an address by the schema of the endpoint. Throws the same Problem if a part cannot be read. */
export async function pageQuery<Schema extends QuerySchema>(
  schema: Schema,
  searchParams: SearchParams,
): Promise<{ query: z.output<Schema>; given: Record<string, string> }> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(await searchParams)) {
    const text = [value].flat()[0]?.trim() ?? '';
    if (text !== '' && Object.hasOwn(schema.shape, name)) given[name] = text;
  }
  return { query: readQuery(schema, new URLSearchParams(given)), given };
}
