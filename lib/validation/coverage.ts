/** The parts of a value that schemas have evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Coverage {
  all = false;
  names: Set<string> | undefined = undefined;
  /** All items before this index. */
  upTo = 0;
  items: Set<number> | undefined = undefined;
  /** A union failed, so the evaluated parts of its branches are unknown. */
  isUncertain = false;

  addName(name: string): void {
    this.names ??= new Set();
    this.names.add(name);
  }

  addItem(index: number): void {
    this.items ??= new Set();
    this.items.add(index);
  }

  add(other: Coverage): void {
    this.all ||= other.all;
    this.isUncertain ||= other.isUncertain;
    this.upTo = Math.max(this.upTo, other.upTo);
    for (const name of other.names ?? []) this.addName(name);
    for (const index of other.items ?? []) this.addItem(index);
  }

  get size(): number {
    return (this.names?.size ?? 0) + (this.items?.size ?? 0);
  }

  hasName(name: string): boolean {
    return this.all || this.names?.has(name) === true;
  }

  hasItem(index: number): boolean {
    return this.all || index < this.upTo || this.items?.has(index) === true;
  }
}
