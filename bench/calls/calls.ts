import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, inTurns, median, milliseconds } from '../harness/findings.ts';
import { fire, type Post } from '../harness/load.ts';
import { callBody, startCallPortal } from '../seeds/calls.ts';
import { type Rival, startRivals } from './rivals.ts';

const rounds = 5;
const seconds = 3;
/** The time until V8 has compiled the code of a call. Before that the rate is half. */
const warmUpSeconds = 10;
/** The least rate against that of each rival, by the number of connections. */
const targets: [number, Record<Rival['name'], number>][] = [
  [16, { portkey: 4, 'express-gateway': 1, nginx: 0.15 }],
  [64, { portkey: 4, 'express-gateway': 1, nginx: 0.2 }],
];

/** Priced, held and settled calls, compared with gateways without a ledger, all to one upstream. */
export async function measureCalls(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  const place = bench.makePlace('portal');
  const { call } = await startCallPortal(bench, place, upstream);
  const rivals = await startRivals(bench, upstream.url);
  const gateways = [{ name: 'farebox' as const, post: call }, ...rivals];
  for (const { post } of gateways) await fire(post, { connections: 64, seconds: warmUpSeconds });
  const findings: Finding[] = [];
  for (const [connections, least] of targets) {
    const what = `Calls, ${connections} connections`;
    const names = gateways.map(({ name }) => name);
    const posts = new Map(gateways.map(({ name, post }) => [name, post]));
    const rates = await inTurns(what, names, rounds, async (name) => {
      const { requestsPerSecond } = await fire(posts.get(name) ?? call, { connections, seconds });
      return requestsPerSecond;
    });
    for (const { name } of rivals)
      findings.push(
        compare(`${what}, against ${name}`, rates('farebox'), rates(name), { least: least[name] }),
      );
  }
  const direct: Post = { port: Number(new URL(upstream.url).port), path: '/', headers: {}, body: callBody };
  return [...findings, await addedTime(call, direct, place.dataFolder)];
}

/** A call is written to the disk twice before its response is sent. */
async function addedTime(call: Post, direct: Post, dataFolder: string): Promise<Finding> {
  const alone = await inTurns('One call at a time', ['portal', 'upstream', 'disk'], rounds, async (name) => {
    if (name === 'disk') return fsyncMs(dataFolder);
    return (await fire(name === 'portal' ? call : direct, { connections: 1, seconds })).p50Ms;
  });
  const addedMs = median(alone('portal').map((ms, round) => ms - (alone('upstream')[round] ?? Number.NaN)));
  const syncMs = median(alone('disk'));
  const most = 2 * syncMs + 0.5;
  return {
    what: 'One call at a time, median time added to the upstream',
    measured: `${milliseconds(addedMs)} (a sync of this disk takes ${milliseconds(syncMs)})`,
    target: `≤ two syncs + 0.5 ms = ${milliseconds(most)}`,
    isMet: addedMs <= most,
  };
}

const page = Buffer.alloc(8 * 1024, 1);
const times = 200;

/** The median time in which this disk makes two overwritten pages durable, as in SQLite's log. */
function fsyncMs(folder: string): number {
  const file = join(folder, 'fsync-probe');
  const descriptor = openSync(file, 'w');
  for (let index = 0; index < times; index += 1)
    writeSync(descriptor, page, 0, page.length, index * page.length);
  fsyncSync(descriptor);
  const taken = Array.from({ length: times }, (_, index) => {
    writeSync(descriptor, page, 0, page.length, index * page.length);
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - startedAt;
  });
  closeSync(descriptor);
  rmSync(file);
  return median(taken);
}
