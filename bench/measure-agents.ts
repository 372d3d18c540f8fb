import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleServer } from '../cli/start/server-bundle.mjs';
import { byAgent, careful, requireCharge, type Revision } from './agent-call.ts';
import { callOf, mayCall, startCallPortal } from './call-portal.ts';
import { type Finding, ratio } from './findings.ts';
import { fire, type Post } from './fire.ts';
import { median } from './load.ts';
import { type Running, startBundle, startUpstream } from './processes.ts';
import { seedCalls } from './seed-calls.ts';

const turns = 100;
const callsOfTurn = 50;
const warmUpSeconds = 10;
const starts = 10;
/** Agents may wait this much longer than programs. */
const mostTimes = 1.5;

const revisions: readonly Revision[] = ['2026-07-28', '2025-11-25'];

/** Calls by agents compared with the same calls over HTTP, and what agents cost a portal that none has asked. */
export async function measureAgents(folder: string): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const upstream = await startUpstream();
  const findings = [
    ...(await compareCalls(resolve(folder, 'calls'), upstream.url)),
    ...(await compareStarts(resolve(folder, 'starts'), upstream.url)),
  ];
  await upstream.stop();
  return findings;
}

/** One connection each, in short turns, because a slow minute would blur two long ones by more than they differ. */
async function compareCalls(dataFolder: string, upstreamUrl: string): Promise<Finding[]> {
  mkdirSync(dataFolder);
  const { server, call } = await startCallPortal(dataFolder, upstreamUrl);
  const http: Subject = { post: careful(call), takenMs: [] };
  const agents = revisions.map((revision): Subject => ({ post: byAgent(call, revision), takenMs: [] }));
  for (const { post } of agents) await requireCharge(post);
  console.log('Calls by agents');
  for (const { post } of [http, ...agents]) await fire(post, { connections: 1, seconds: warmUpSeconds });
  for (let turn = 1; turn <= turns; turn += 1)
    for (const { post, takenMs } of [http, ...agents])
      takenMs.push(...(await fire(post, { connections: 1, requests: callsOfTurn })).takenMs);
  await server.stop();
  return agents.flatMap((agent, index) => {
    const what = `A call by an agent of ${revisions[index]} against the same over HTTP`;
    return [slower(`${what}, median`, 0.5, agent, http), slower(`${what}, p99`, 0.99, agent, http)];
  });
}

interface Subject {
  post: Post;
  takenMs: number[];
}

function slower(what: string, share: number, agent: Subject, http: Subject): Finding {
  const [agentMs = Number.NaN, otherMs = Number.NaN] = [agent, http].map(({ takenMs }) => {
    const sorted = [...takenMs].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * share)];
  });
  const detail = `${agentMs.toFixed(2)} ms against ${otherMs.toFixed(2)} ms`;
  return ratio(what, agentMs / otherMs, { most: mostTimes }, detail);
}

interface Start {
  seconds: number;
  megabytes: number;
}

/** The portal as it is, compared with one whose bundle has nothing for agents. */
async function compareStarts(dataFolder: string, upstreamUrl: string): Promise<Finding[]> {
  mkdirSync(dataFolder);
  const [key = ''] = await seedCalls({ dataFolder }, upstreamUrl);
  const asIs: Start[] = [];
  const without: Start[] = [];
  const afterFirst: number[] = [];
  const start = (bundle: string) => startBundle(bundle, dataFolder, mayCall(upstreamUrl));
  async function startAsIs(whole: string): Promise<void> {
    const portal = await start(whole);
    asIs.push(await idle(portal));
    await requireCharge(byAgent(callOf(portal, key), '2026-07-28'));
    afterFirst.push(portal.residentMegabytes());
    await portal.stop();
  }
  async function startWithout(bare: string): Promise<void> {
    const portal = await start(bare);
    without.push(await idle(portal));
    await portal.stop();
  }
  await withBundle([], (whole) =>
    withBundle([withoutAgents], async (bare) => {
      for (let round = 1; round <= starts; round += 1) {
        console.log(`Starts, round ${round} of ${starts}`);
        const inTurn = [() => startWithout(bare), () => startAsIs(whole)];
        for (const one of round % 2 === 0 ? inTurn : inTurn.toReversed()) await one();
      }
    }),
  );
  const seconds = (all: Start[]) => median(all.map((one) => one.seconds));
  const megabytes = (all: Start[]) => median(all.map((one) => one.megabytes));
  return [
    ratio(
      'Start of a portal, against one without /mcp',
      seconds(asIs) / seconds(without),
      { most: 1.05 },
      `${seconds(asIs).toFixed(2)} s against ${seconds(without).toFixed(2)} s`,
    ),
    ratio(
      'Memory of a portal that no agent has asked, against one without /mcp',
      megabytes(asIs) / megabytes(without),
      { most: 1.05 },
      `${megabytes(asIs)} MB against ${megabytes(without)} MB`,
    ),
    {
      what: 'Memory after the first call by an agent',
      measured: `${median(afterFirst) - megabytes(asIs)} MB more`,
      target: 'none',
      isMet: null,
    },
  ];
}

async function idle(portal: Running): Promise<Start> {
  await portal.untilIdle();
  return { seconds: portal.readySeconds, megabytes: portal.residentMegabytes() };
}

const withoutAgents: Plugin = {
  name: 'without-agents',
  setup(build) {
    build.onLoad({ filter: /server\/mcp\/serve-mcp\.ts$/ }, () => ({
      contents: 'export const serveMcp = undefined;',
    }));
  },
};

/** Bundles the server one folder below the root, as every bundle, for as long as `use` takes. */
async function withBundle(plugins: Plugin[], use: (bundle: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync('.bench-');
  try {
    await bundleServer(resolve('.'), { folder, plugins });
    await use(`${folder}/portal.mjs`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
