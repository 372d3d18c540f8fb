import { mkdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { setInterval } from 'node:timers';
import { startCallPortal } from './call-portal.ts';
import type { Finding } from './findings.ts';
import { fire, type Post } from './fire.ts';
import { type Running, startUpstream } from './processes.ts';

const calls = 500_000;
const steps = 10;
const mostStreamMegabytes = 48;

/** The memory of the portal over many calls, and during a large response. */
export async function measureMemory(dataFolder: string): Promise<Finding[]> {
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  const upstream = await startUpstream();
  const { server, call, stream } = await startCallPortal(dataFolder, upstream.url);
  const seen: number[] = [];
  for (let step = 1; step <= steps; step += 1) {
    await fire(call, { connections: 16, requests: calls / steps });
    seen.push(server.residentMegabytes());
    console.log(`Memory after ${((calls / steps) * step).toLocaleString('en')} calls: ${seen.at(-1)} MB`);
  }
  const passing = await peakWhile(server, () => readStream(stream));
  for (const running of [server, upstream]) await running.stop();
  return [overCalls(seen), passing];
}

/** Skips the first fifth, in which compiled code, caches and database pages grow once. */
function overCalls(seen: number[]): Finding {
  const [early, late] = [seen[steps / 5 - 1] ?? 0, Math.max(...seen.slice(-2))];
  const what = `Memory after ${calls.toLocaleString('en')} calls against a fifth of them`;
  const measured = `${(late / early).toFixed(2)}× (${late} MB against ${early} MB)`;
  return { what, measured, target: '≤ 1.1×', isMet: late / early <= 1.1 };
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
