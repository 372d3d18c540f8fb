import { expect, test, vi } from 'vitest';
import { Worker } from '../../../examples/toolbox/work/worker.ts';
import { WorkerPool } from '../../../examples/toolbox/work/worker-pool.ts';

const quick = { operationId: 'diffJson', input: '{"before":{},"after":{}}', files: {} };
const input = JSON.stringify({
  schema: { uniqueItems: true },
  draft: '2020-12',
  document: Array.from({ length: 800 }, (_, value) => ({ value })),
});

test('a job runs in one process at a time, also while jobs like it turn out to be long', async () => {
  const others = processCount();
  const pool = new WorkerPool();
  const sends = vi.spyOn(Worker.prototype, 'send');
  const stops = vi.spyOn(Worker.prototype, 'stop');
  // A third process starts while two are busy. It has to be idle, too, when the jobs come.
  await Promise.all([quick, quick, quick].map((request) => pool.run(request)));
  await expect.poll(() => processCount() - others).toBe(3);
  const ready = performance.now() + 2_000;
  await expect.poll(() => performance.now(), { timeout: 3_000 }).toBeGreaterThan(ready);

  const jobs = Array.from({ length: 8 }, () => ({ operationId: 'validateJson', input, files: {} }));
  await Promise.all(jobs.map((request) => pool.run(request)));
  for (const job of jobs) {
    const own = sends.mock.calls.flatMap(([request], index) => (request === job ? [index] : []));
    for (const [turn, index] of own.slice(0, -1).entries()) {
      const next = sends.mock.invocationCallOrder[own[turn + 1] ?? 0] ?? 0;
      const isStopped = stops.mock.contexts.some(
        (worker, stop) =>
          worker === sends.mock.contexts[index] && (stops.mock.invocationCallOrder[stop] ?? 0) < next,
      );
      expect(isStopped).toBe(true);
    }
  }
  pool.close();
  vi.restoreAllMocks();
});

/** The processes that this one has started: the pool's, and what other test files have left. */
function processCount(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}
