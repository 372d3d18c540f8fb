/** Rows of a list, newest first. */
export interface PageOf<Row> {
  rows: Row[];
  /** Given as `before`, it continues the list. Null at the end. */
  next: number | null;
}

export interface PageWish {
  before: number | undefined;
  most: number;
}
