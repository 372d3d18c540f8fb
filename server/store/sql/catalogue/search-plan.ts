export interface WordSearch {
  kind: 'words';
  /** The whole search, in the form of a sorted name. */
  name: string;
  /** Best first. The last finds every product of the list. */
  tiers: Match[];
  /** Match expression for the table of APIs. */
  apis: string;
  /** Of the tiers as written, up to a limit. */
  count: number;
  /** At most one product matches, so no order is needed. */
  isAlone: boolean;
  /** Whether a product has exactly this name, and whether any is deprecated. Otherwise the order ignores both. */
  isNamed: boolean;
  hasDeprecated: boolean;
  literals: string[];
  isCommon: boolean;
  /** The search after spelling correction, if that finds products, too. */
  readAs: string | undefined;
}

/** A match expression, and whether it looks at names only. */
export interface Match {
  match: string;
  inName: boolean;
}

/** `symbols`: a search without words matches the text of names exactly. */
export type SearchPlan = WordSearch | { kind: 'symbols'; text: string };

/** The match expression that finds every product of the list. */
export function last(tiers: readonly Match[]): string {
  return tiers.at(-1)?.match ?? '';
}
