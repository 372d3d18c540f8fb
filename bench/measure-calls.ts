import { mkdirSync, rmSync } from 'node:fs';
import { type Finding, ratio } from './findings.ts';
import { fire, type Fired, type Post } from './fire.ts';
import { fsyncMs } from './fsync.ts';
import { median } from './load.ts';
import { startCallPortal } from './call-portal.ts';
import { startUpstream } from './processes.ts';
import { startRivals } from './rivals.ts';
import { callBody } from './seed-calls.ts';

const rounds = 5;
const seconds = 3;
/** The time until V8 has compiled the code of a call. Before that the rate is half. */
const warmUpSeconds = 10;

/** Priced, held and settled calls, compared with gateways without a ledger, all to one upstream. */
export async function measureCalls(dataFolder: string): Promise<Finding[]> {
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  const upstream = await startUpstream();
  const portal = await startCallPortal(dataFolder, upstream.url);
  const rivals = await startRivals(upstream.url);
  const direct: Post = { port: Number(new URL(upstream.url).port), path: '/', headers: {}, body: callBody };
  const posts = new Map<string, Post>([
    ['farebox', portal.call],
    ...rivals.map(({ name, post }): [string, Post] => [name, post]),
  ]);
  for (const post of posts.values()) await fire(post, { connections: 64, seconds: warmUpSeconds });
  const seen = { 16: makeSeen(posts), 64: makeSeen(posts) };
  const added: number[] = [];
  const syncs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Calls, round ${round} of ${rounds}`);
    for (const connections of [16, 64] as const)
      for (const [name, post] of posts)
        seen[connections].get(name)?.push(await fire(post, { connections, seconds }));
    const alone = await fire(portal.call, { connections: 1, seconds });
    const bare = await fire(direct, { connections: 1, seconds: 1 });
    added.push(alone.p50Ms - bare.p50Ms);
    syncs.push(fsyncMs(dataFolder));
  }
  for (const server of [portal.server, ...rivals.map((rival) => rival.server), upstream]) await server.stop();
  return [
    ...against(seen[16], 16, { portkey: 4, 'express-gateway': 1, nginx: 0.15 }),
    ...against(seen[64], 64, { portkey: 4, 'express-gateway': 1, nginx: 0.2 }),
    addedTime(median(added), median(syncs)),
  ];
}

type Seen = Map<string, Fired[]>;

function makeSeen(posts: Map<string, Post>): Seen {
  return new Map([...posts.keys()].map((name) => [name, []]));
}

function against(seen: Seen, connections: number, least: Record<string, number>): Finding[] {
  const own = seen.get('farebox') ?? [];
  const rate = (loads: Fired[]) =>
    Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond)));
  return Object.entries(least).flatMap(([name, bound]) => {
    const others = seen.get(name);
    if (!others) return [];
    const ratios = own.map(
      (one, index) => one.requestsPerSecond / (others[index]?.requestsPerSecond ?? Number.NaN),
    );
    const detail = `${rate(own)}/s against ${rate(others)}/s`;
    return [
      ratio(`Calls, ${connections} connections, against ${name}`, median(ratios), { least: bound }, detail),
    ];
  });
}

/** A call is written to the disk twice before its response is sent. */
function addedTime(addedMs: number, syncMs: number): Finding {
  const most = 2 * syncMs + 0.5;
  return {
    what: 'One call at a time, median time added to the upstream',
    measured: `${addedMs.toFixed(2)} ms (a sync of this disk takes ${syncMs.toFixed(2)} ms)`,
    target: `≤ two syncs + 0.5 ms = ${most.toFixed(2)} ms`,
    isMet: addedMs <= most,
  };
}
