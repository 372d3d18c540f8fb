import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, inTurns, median, microseconds, milliseconds } from '../harness/findings.ts';
import { fire, type Post } from '../harness/load.ts';
import { callBody, startCallPortal } from '../seeds/calls.ts';
import { type Rival, startRivals } from './rivals.ts';

const rounds = 5;
const seconds = 3;
/** The time until V8 has compiled the code of a call. Before that the rate is half. */
const warmUpSeconds = 10;
/** The least rate against that of each rival, and the most processor time against the bare proxy, by connections. */
const targets: [number, Partial<Record<Rival['name'], number>>, number][] = [
  [16, { portkey: 4, 'express-gateway': 1, nginx: 0.15 }, 3],
  [64, { portkey: 4, 'express-gateway': 1, nginx: 0.2 }, 2],
];

/** Priced, held and settled calls, compared with gateways without a ledger, all to one upstream. */
export async function measureCalls(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  const place = bench.makePlace('portal');
  const { server, call } = await startCallPortal(bench, place, upstream);
  const rivals = await startRivals(bench, upstream.url);
  const portal = { name: 'farebox' as const, post: call, server };
  const gateways = [portal, ...rivals];
  for (const { post } of gateways) await fire(post, { connections: 64, seconds: warmUpSeconds });
  const findings: Finding[] = [];
  for (const [connections, least, mostTime] of targets) {
    const what = `Calls, ${connections} connections`;
    const names = gateways.map(({ name }) => name);
    const taken = await inTurns(what, names, rounds, async (name) => {
      const { post, server: of } = rivals.find((rival) => rival.name === name) ?? portal;
      const before = of.busySeconds();
      const { answers, requestsPerSecond } = await fire(post, { connections, seconds });
      return { rate: requestsPerSecond, microseconds: ((of.busySeconds() - before) / answers) * 1e6 };
    });
    const rates = (name: (typeof names)[number]) => taken(name).map(({ rate }) => rate);
    const times = (name: (typeof names)[number]) => taken(name).map(({ microseconds }) => microseconds);
    for (const { name } of rivals) {
      const bound = least[name] === undefined ? ('none' as const) : { least: least[name] };
      findings.push(compare(`${what}, against ${name}`, rates('farebox'), rates(name), bound));
    }
    for (const { name } of rivals) {
      const bound = name === 'proxy' ? { most: mostTime } : ('none' as const);
      const row = `${what}, processor time against ${name}`;
      findings.push(compare(row, times('farebox'), times(name), bound, microseconds));
    }
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
