import type { z } from 'zod';

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The query of an address by the schema of the endpoint. Ignores all of it if a part cannot be read. */
export async function pageQuery<Schema extends z.ZodType>(
  schema: Schema,
  searchParams: SearchParams,
): Promise<{ query: z.output<Schema>; given: Record<string, string> }> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(await searchParams)) {
    const text = [value].flat()[0]?.trim() ?? '';
    if (text !== '') given[name] = text;
  }
  const parsed = schema.safeParse(given);
  return parsed.success ? { query: parsed.data, given } : { query: schema.parse({}), given: {} };
}
