/** Milliseconds that `referenceWork` takes where the bounds of the tests were found. */
const referenceMs = 8;
const lastsMs = 5_000;

type Clock = () => number;

/** Objects, texts and numbers: what the subjects of the tests are made of. */
function referenceWork(): number {
  let sum = 0;
  for (let round = 0; round < 20; round += 1) {
    const text = JSON.stringify(
      Array.from({ length: 1_000 }, (_, index) => ({ index, name: `name ${index}` })),
    );
    const items: unknown = JSON.parse(text);
    sum += Array.isArray(items) ? items.length : 0;
  }
  return sum;
}

/** The reference work's time, as a multiple of the reference: at least 1. */
function measure(clock: Clock): number {
  const taken = Array.from({ length: 5 }, () => {
    const before = clock();
    referenceWork();
    return clock() - before;
  });
  return Math.max(1, Math.min(...taken) / referenceMs);
}

function remembered(clock: Clock): () => number {
  let slowness = 1;
  let endsAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() > endsAt) {
      slowness = measure(clock);
      endsAt = performance.now() + lastsMs;
    }
    return slowness;
  };
}

const processorMs: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** How many times slower the processor is. Other programs do not count. */
export const processorSlowness = remembered(processorMs);

/** How many times slower the machine is now, by the clock. Other programs count. */
export const slowness = remembered(() => performance.now());
