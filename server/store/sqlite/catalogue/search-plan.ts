export interface WordSearch {
  kind: 'words';
  /** The whole search, in the form of a sorted name. */
  name: string;
  /** Match expressions, best first. The last finds every product of the list. */
  tiers: string[];
  /** Match expression for the table of APIs. */
  apis: string;
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

/** `symbols`: a search without words matches the text of names exactly. */
export type SearchPlan = WordSearch | { kind: 'symbols'; text: string };

/** The match expression that finds every product of the list. */
export function last(tiers: string[]): string {
  return tiers.at(-1) ?? '';
}
