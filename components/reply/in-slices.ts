/** Short enough for a key that is pressed meanwhile to be answered in time. */
const sliceMs = 12;

/** Runs long work in slices, between which the page does what else it has to; a raised signal leaves it. */
export async function inSlices<T>(work: Generator<undefined, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + sliceMs;
    while (performance.now() < until) {
      const step = work.next();
      if (step.done === true) return step.value;
    }
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
}
