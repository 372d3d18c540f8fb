/** Twenty updates a second look smooth and keep the page responsive. */
const intervalMs = 50;

/** Calls at once, then at most once every interval, and always after the last change. */
export class Throttle {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(readonly notify: () => void) {}

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
    this.notify();
    this.#timer = setTimeout(() => this.#run(), intervalMs);
  }
}
