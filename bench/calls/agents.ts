import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleServer } from '../../cli/start/server-bundle.mjs';
import type { Bench } from '../harness/bench.ts';
import {
  compare,
  type Finding,
  figure,
  inTurns,
  median,
  milliseconds,
  quantile,
  ratio,
  seconds,
} from '../harness/findings.ts';
import { fire, type Post } from '../harness/load.ts';
import { ofBundle, type Running, startPortal } from '../harness/processes.ts';
import { callBody, callOf, mayCall, seedCalls, startCallPortal } from '../seeds/calls.ts';

const turns = 100;
const callsOfTurn = 50;
const warmUpSeconds = 10;
const starts = 10;
/** Agents may wait this much longer than programs. */
const mostTimes = 1.5;

const revisions: readonly Revision[] = ['2026-07-28', '2025-11-25'];

/** Calls by agents compared with the same calls over HTTP, and what agents cost a portal that none has asked. */
export async function measureAgents(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  return [...(await compareCalls(bench, upstream)), ...(await compareStarts(bench, upstream))];
}

/** One connection each, in short turns, because a slow minute would blur two long ones by more than they differ. */
async function compareCalls(bench: Bench, upstream: Running): Promise<Finding[]> {
  const { server, call } = await startCallPortal(bench, bench.makePlace('calls'), upstream);
  const postOf = (name: Revision | 'http') => (name === 'http' ? careful(call) : byAgent(call, name));
  const names = ['http', ...revisions] as const;
  for (const revision of revisions) await requireCharge(postOf(revision));
  for (const name of names) await fire(postOf(name), { connections: 1, seconds: warmUpSeconds });
  const taken = await inTurns('Calls by agents', names, turns, async (name) => {
    const { takenMs } = await fire(postOf(name), { connections: 1, requests: callsOfTurn });
    return takenMs;
  });
  await server.stop();
  const http = taken('http').flat();
  return revisions.flatMap((revision) => {
    const agent = taken(revision).flat();
    return [0.5, 0.99].map((share) => {
      const [ms, otherMs] = [quantile(agent, share), quantile(http, share)];
      return ratio(
        `A call by an agent of ${revision} against the same over HTTP, ${share === 0.5 ? 'median' : 'p99'}`,
        ms / otherMs,
        { most: mostTimes },
        `${milliseconds(ms)} against ${milliseconds(otherMs)}`,
      );
    });
  });
}

interface Start {
  seconds: number;
  megabytes: number;
  /** After the first call by an agent. */
  megabytesAfter: number;
}

/** The portal as it is, compared with one whose bundle has nothing for agents. */
async function compareStarts(bench: Bench, upstream: Running): Promise<Finding[]> {
  const place = bench.makePlace('starts');
  const [key = ''] = await seedCalls(place, upstream.url);
  const taken = await withBundle([], (whole) =>
    withBundle([withoutAgents], (bare) =>
      inTurns('Starts', ['bare', 'whole'], starts, async (name): Promise<Start> => {
        const script = ofBundle(name === 'bare' ? bare : whole);
        const portal = await startPortal(place, mayCall(upstream), { script });
        await portal.untilIdle();
        const start = { seconds: portal.readySeconds, megabytes: portal.residentMegabytes() };
        if (name === 'whole') await requireCharge(byAgent(callOf(portal, key), '2026-07-28'));
        const megabytesAfter = portal.residentMegabytes();
        await portal.stop();
        return { ...start, megabytesAfter };
      }),
    ),
  );
  const [whole, bare] = [taken('whole'), taken('bare')];
  const secondsOf = (all: Start[]) => all.map((one) => one.seconds);
  const megabytesOf = (all: Start[]) => all.map((one) => one.megabytes);
  const most = { most: 1.05 };
  const more = median(whole.map((one) => one.megabytesAfter)) - median(megabytesOf(whole));
  return [
    compare('Start of a portal, against one without /mcp', secondsOf(whole), secondsOf(bare), most, seconds),
    compare(
      'Memory of a portal that no agent has asked, against one without /mcp',
      megabytesOf(whole),
      megabytesOf(bare),
      most,
      (value) => `${value} MB`,
    ),
    figure('Memory after the first call by an agent', `${more} MB more`),
  ];
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
async function withBundle<Result>(
  plugins: Plugin[],
  use: (bundle: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync('.bench-');
  try {
    await bundleServer(resolve('.'), { folder, plugins });
    return await use(`${folder}/portal.mjs`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** More than any call of the benchmarks costs, also for calls that nobody is asked for. */
const mostCredits = 1_000_000;

/** The call with a limit and a key of its own, as a careful program makes it. */
function careful(call: Post): Post {
  return {
    ...call,
    headers: { ...call.headers, 'farebox-max-credits': String(mostCredits) },
    nextHeaders: () => ({ 'idempotency-key': randomUUID() }),
  };
}

const prefix = 'io.modelcontextprotocol';

/** What the revisions of the protocol send with each request. */
const requestParts = {
  '2026-07-28': {
    headers: { 'mcp-method': 'tools/call', 'mcp-name': 'call_product' },
    params: {
      _meta: {
        [`${prefix}/protocolVersion`]: '2026-07-28',
        [`${prefix}/clientInfo`]: { name: 'bench', version: '1' },
        [`${prefix}/clientCapabilities`]: {},
      },
    },
  },
  '2025-11-25': { headers: {}, params: {} },
};
type Revision = keyof typeof requestParts;

/** The same call with the same limit, as an agent makes it. */
function byAgent({ port, headers }: Post, revision: Revision): Post {
  const { headers: ownHeaders, params } = requestParts[revision];
  const input: unknown = JSON.parse(callBody);
  const given = { product: 'product-1', input, max_credits: mostCredits };
  return {
    port,
    path: `/mcp?ask-above=${mostCredits}`,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...ownHeaders,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'call_product', arguments: given, ...params },
    }),
  };
}

/** Makes a call, and requires that it was charged: the protocol refuses with a 200, too. */
async function requireCharge({ port, path, headers, body }: Post): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await answer.text();
  if (!text.includes('Charged ')) throw new Error(`A call by an agent was not charged: ${text}`);
}
