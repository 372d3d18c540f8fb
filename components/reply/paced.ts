/** Twenty times a second is as often as a person sees, and seldom enough for a page to stay awake. */
const intervalMs = 50;

/** Tells at once, then at most every interval, and of the last change for certain. */
export class Paced {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(readonly told: () => void) {}

  tell(): void {
    this.#isDue = true;
    if (this.#timer === undefined) this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    if (!this.#isDue) return this.stop();
    this.#isDue = false;
    this.told();
    this.#timer = setTimeout(() => this.#run(), intervalMs);
  }
}
