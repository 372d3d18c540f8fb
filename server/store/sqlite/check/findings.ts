/** Whatever is wrong is often wrong in a great many places: these are enough to see how. */
const shownOfOneKind = 10;

/** What a check found, by kind. */
export class Findings {
  readonly #sentences: string[] = [];
  readonly #counts = new Map<string, number>();
  #told = 0;

  /** The kind says what the rest of them are, as in "more calls charged above their quote". */
  add(kind: string, sentence: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= shownOfOneKind) this.#sentences.push(sentence);
  }

  /** What was found since this was asked last. */
  untold(): string[] {
    const sentences = this.#sentences.slice(this.#told);
    this.#told = this.#sentences.length;
    return sentences;
  }

  sentences(): string[] {
    return [...this.#sentences, ...this.more()];
  }

  /** How many of each kind are not listed. */
  more(): string[] {
    const rest = [...this.#counts].filter(([, count]) => count > shownOfOneKind);
    return rest.map(([kind, count]) => `There are ${count - shownOfOneKind} more ${kind}.`);
  }
}
