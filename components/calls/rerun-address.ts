import type { JsonObject } from '../../lib/json.ts';

/** The playground of a product with an input filled in. A fragment never reaches a server, or its log. */
export function rerunAddress(slug: string, input: JsonObject): string {
  return `/products/${encodeURIComponent(slug)}#input=${encodeURIComponent(JSON.stringify(input))}`;
}
