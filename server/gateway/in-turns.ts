import type { Slices } from './credential-filter.ts';

/** After this time no further slice starts in the same turn of the event loop. */
const turnMs = 5;

interface Job {
  slices: Slices;
  resolve: (cleaned: Buffer) => void;
  reject: (error: unknown) => void;
}

/** Responses that wait for the next turn. Each gets a slice in this order. */
const waiting: Job[] = [];
let spentMs = 0;
let isScheduled = false;

/** Cleans a response. All responses share the time. */
export function inTurns(slices: Slices): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const job = { slices, resolve, reject };
    if (waiting.length === 0 && spentMs < turnMs) advance(job);
    else waiting.push(job);
    scheduleTurn();
  });
}

function scheduleTurn(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(beginTurn);
}

function beginTurn(): void {
  isScheduled = false;
  spentMs = 0;
  while (spentMs < turnMs) {
    const job = waiting.shift();
    if (!job) return;
    advance(job);
  }
  scheduleTurn();
}

function advance(job: Job): void {
  const beganMs = performance.now();
  try {
    const slice = job.slices.next();
    if (slice.done) job.resolve(slice.value);
    else waiting.push(job);
  } catch (error) {
    job.reject(error);
  }
  spentMs += performance.now() - beganMs;
}
