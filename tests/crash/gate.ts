/** Closed at first; who comes while it is closed waits until it opens. */
export class Gate {
  #isOpen = false;
  #pass: () => void = () => {};
  #opened = this.#nextOpening();

  get opened(): Promise<void> {
    return this.#opened;
  }

  open(): void {
    this.#isOpen = true;
    this.#pass();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#opened = this.#nextOpening();
  }

  #nextOpening(): Promise<void> {
    return new Promise((resolve) => {
      this.#pass = resolve;
    });
  }
}
