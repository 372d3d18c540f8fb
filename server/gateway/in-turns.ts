import type { Slices } from './credential-filter.ts';

/** In one turn of the event loop no slice begins past this, whatever the number of replies. */
const turnMs = 5;

interface Job {
  slices: Slices;
  resolve: (cleaned: Buffer) => void;
  reject: (error: unknown) => void;
}

/** Replies that wait for the next turn, which each get a slice in the order of this list. */
const waiting: Job[] = [];
let spentMs = 0;
let isScheduled = false;

/** Cleans a reply. All replies together share the time that they take from others. */
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
