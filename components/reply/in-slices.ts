/** Short enough to answer a key press in time. */
const sliceMs = 12;

/** Runs long work in slices, so that the page stays responsive. The signal stops it. */
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
