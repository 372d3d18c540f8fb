import type { JsonObject } from '../../json/json.ts';
import type { RequestField } from '../../operation/request-fields.ts';

/** The call in a snippet, the same that the page would make. */
export interface SnippetCall {
  slug: string;
  /** The URL of the portal: `https://portal.example`. */
  origin: string;
  input: JsonObject;
  fields: readonly RequestField[];
  /** The price limit of the caller. */
  maximumCredits?: number;
  /** Whether to get a quote first, and to call at its price. */
  quoteFirst: boolean;
}

/** A misspelt field is refused, and costs nothing; a success has the status of the API. */
export const snippetPreference = 'handling=strict, upstream-status';

export function callAddress({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/product/developer/call/${encodeURIComponent(slug)}`;
}

export function estimateAddress({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/product/credits/required/${encodeURIComponent(slug)}?detail=full`;
}
