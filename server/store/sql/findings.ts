/** One fault often affects many rows. These are enough to understand it. */
const shownOfOneKind = 10;

export class Findings {
  readonly #sentences: string[] = [];
  readonly #counts = new Map<string, number>();
  #told = 0;

  /** The kind describes the unlisted rest: "more calls charged above their quote". */
  add(kind: string, sentence: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= shownOfOneKind) this.#sentences.push(sentence);
  }

  /** Findings since the last call of this method. */
  untold(): string[] {
    const sentences = this.#sentences.slice(this.#told);
    this.#told = this.#sentences.length;
    return sentences;
  }

  sentences(): string[] {
    return [...this.#sentences, ...this.more()];
  }

  /** The number of unlisted findings of each kind. */
  more(): string[] {
    const rest = [...this.#counts].filter(([, count]) => count > shownOfOneKind);
    return rest.map(([kind, count]) => {
      const more = count - shownOfOneKind;
      return more === 1 ? `There is one more of the ${kind}.` : `There are ${more} more ${kind}.`;
    });
  }
}
