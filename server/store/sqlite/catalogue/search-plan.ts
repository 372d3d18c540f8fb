export interface WordSearch {
  kind: 'words';
  /** The whole of it, as a name would sort. */
  name: string;
  /** Match expressions, the best first; the last finds every product of the list. */
  tiers: string[];
  /** Match expression for the table of APIs. */
  apis: string;
  /** One product at most is found, which is in no order. */
  isAlone: boolean;
  /** Whether a product has this very name, and whether any is deprecated: else no order asks for it. */
  isNamed: boolean;
  hasDeprecated: boolean;
  literals: string[];
  isCommon: boolean;
  /** The search with its misspelt words corrected, where products are found by that, too. */
  readAs: string | undefined;
}

/** `symbols`: what holds no word is found where a name holds it, letter by letter. */
export type SearchPlan = WordSearch | { kind: 'symbols'; text: string };

/** The match expression that finds every product of the list. */
export function last(tiers: string[]): string {
  return tiers.at(-1) ?? '';
}
