import type { JsonObject } from '../../json/json.ts';
import type { RequestField } from '../../operation/request-fields.ts';

/** A call as a snippet spells it out: the very one that the page would make. */
export interface SnippetCall {
  slug: string;
  /** Of the portal, as browsers write it: `https://portal.example`. */
  origin: string;
  input: JsonObject;
  fields: readonly RequestField[];
  /** The most that the caller wants to pay. */
  maximumCredits?: number;
  /** Asks for a quote first, and holds the call to it. */
  quoteFirst: boolean;
}

export function callAddress({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/product/developer/call/${encodeURIComponent(slug)}`;
}

export function estimateAddress({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/product/credits/required/${encodeURIComponent(slug)}?detail=full`;
}
