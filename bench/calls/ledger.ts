import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { setInterval } from 'node:timers';
import { type Bench, seedOnce } from '../harness/bench.ts';
import { compare, type Finding, figure, inTurns, seconds, usual } from '../harness/findings.ts';
import { fire, type Post } from '../harness/load.ts';
import type { Running } from '../harness/processes.ts';
import { startCallPortal } from '../seeds/calls.ts';
import { seedLedger } from '../seeds/ledger.ts';

/** The time of a new call with an empty and a full ledger, in turns. */
export async function measureLedger(bench: Bench, usualPast: number): Promise<Finding[]> {
  const past = usual(usualPast, 10_000);
  const size = `${past.toLocaleString('en')} calls`;
  const upstream = await bench.startUpstream();
  const seeded = await seedOnce(`ledger-${past}`, size, (folder) => seedLedger(folder, past));
  const full = await startCallPortal(bench, seeded, upstream);
  const empty = await startCallPortal(bench, bench.makePlace('empty'), upstream);
  await full.server.untilIdle();
  // Flushes pending writes, which would delay either side.
  execFileSync('sync');
  const calls = { empty: empty.call, full: full.call };
  for (const call of Object.values(calls)) await fire(call, { connections: 16, seconds: 10 });
  const rates = await inTurns('Ledger', ['empty', 'full'], 9, async (name) => {
    const { requestsPerSecond } = await fire(calls[name], { connections: 16, seconds: 3 });
    return requestsPerSecond;
  });
  const what = `Calls, ${size} in the ledger against an empty one`;
  return [
    compare(what, rates('empty'), rates('full'), { most: 1.1 }),
    figure('Start with these calls', seconds(full.server.readySeconds)),
  ];
}

const steps = 10;
const mostTimes = 1.1;
const mostStreamMegabytes = 48;

/** The memory of the portal over many calls, and during a large response. */
export async function measureMemory(bench: Bench): Promise<Finding[]> {
  const calls = usual(500_000, 5_000);
  const upstream = await bench.startUpstream();
  const { server, call, stream } = await startCallPortal(bench, bench.makePlace('portal'), upstream);
  const seen: number[] = [];
  for (let step = 1; step <= steps; step += 1) {
    await fire(call, { connections: 16, requests: calls / steps });
    seen.push(server.residentMegabytes());
    console.log(`Memory after ${((calls / steps) * step).toLocaleString('en')} calls: ${seen.at(-1)} MB`);
  }
  // Skips the first fifth, in which compiled code, caches and database pages grow once.
  const [early, late] = [seen[steps / 5 - 1] ?? 0, Math.max(...seen.slice(-2))];
  const overCalls = compare(
    `Memory after ${calls.toLocaleString('en')} calls against a fifth of them`,
    [late],
    [early],
    { most: mostTimes },
    (megabytes) => `${megabytes} MB`,
  );
  return [overCalls, await peakWhile(server, () => readStream(stream))];
}

async function peakWhile(server: Running, work: () => Promise<number>): Promise<Finding> {
  const before = server.residentMegabytes();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, server.residentMegabytes());
  }, 5);
  const megabytes = (await work()) / 1e6;
  clearInterval(timer);
  return {
    what: `Memory during a stream of ${megabytes} MB`,
    measured: `${peak - before} MB more (${before} MB before)`,
    target: `≤ ${mostStreamMegabytes} MB more`,
    isMet: megabytes === 100 && peak - before <= mostStreamMegabytes,
  };
}

function readStream({ port, path, headers, body }: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        path,
        host: '127.0.0.1',
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
      },
      (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('end', () => resolve(bytes));
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
