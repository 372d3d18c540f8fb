export interface WordSearch {
  kind: 'words';
  /** Of all products that are found, best first. */
  keys: Int32Array;
  /** The whole search, in the form of a sorted name. */
  name: string;
  /** Match expression for the table of APIs; undefined if they need not be asked. */
  apis: string | undefined;
  /** The search after spelling correction, if that finds products, too. */
  readAs: string | undefined;
  /** What the results have of the search, to be marked in their texts. */
  marks: string[];
}

/** `symbols`: a search without words matches the text of names exactly. */
export type SearchPlan = WordSearch | { kind: 'symbols'; text: string };
