import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Finding, within } from './findings.ts';
import { median } from './load.ts';
import { type Running, startPortal } from './processes.ts';
import { hostileAddresses, seedHostile } from './seed-hostile.ts';

/** Fifteen seconds: what a client sends while its minute is fresh is the worst that it can do. */
const probes = 750;
const pauseMs = 20;
const mostMedianMs = 20;
/** A portal gives those who do read 25 s. */
const mostStopMs = 10_000;
const unreadReplies = 'unread-replies';
/** Another network than that of any client. */
const localAddress = '127.0.2.1';

const words: Record<string, string> = {
  'nested-inputs': 'estimates of inputs nested as deep as they may be',
  'small-keys': 'estimates of 780 kB of small keys',
  'large-bodies': 'estimates of 28 MB of text',
  'large-bodies-of-keys': 'estimates of 28 MB of small keys',
  pages: '64 readers of a search page',
  'unknown-names': '32 readers of products that do not exist',
  'long-work': 'eight calls that the toolbox works on for long',
  [unreadReplies]: '600 replays of 1 MB that are never read',
};

/** How long `/api/health` takes while one client does its worst within its budget. */
export async function measureHostile(dataFolder: string): Promise<Finding[]> {
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  const portal = await startPortal(dataFolder, {
    FAREBOX_RATE_LIMIT: '600',
    FAREBOX_GUEST_CREDITS: '100000',
  });
  await seedHostile(dataFolder);
  await portal.untilIdle();
  const findings: Finding[] = [];
  for (const name of Object.keys(hostileAddresses).filter((name) => name !== unreadReplies)) {
    const { end, finding } = await underAttack(portal, name);
    findings.push(finding);
    await end();
    await portal.untilIdle();
  }
  const { end, finding } = await underAttack(portal, unreadReplies);
  const stoppedAt = performance.now();
  await portal.stop();
  const stopMs = performance.now() - stoppedAt;
  await end();
  return [...findings, finding, within('The stop while those are still unread', stopMs, mostStopMs)];
}

interface Attack {
  finding: Finding;
  end: () => Promise<void>;
}

async function underAttack({ url }: Running, name: string): Promise<Attack> {
  console.log(`Hostile: ${name}`);
  const client = spawn(process.execPath, ['--import', 'tsx', 'bench/hostile-client.ts', name, url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(client, 'exit');
  process.once('exit', () => client.kill());
  const taken = await probe(`${url}/api/health`);
  if (client.exitCode !== null) throw new Error(`The client ${name} ended before it was measured.`);
  const end = async () => {
    client.kill();
    await exited;
  };
  const [p99, worst] = [0.99, 1].map((part) => taken[Math.ceil(taken.length * part) - 1]?.toFixed(0));
  const finding = within(`/api/health beside ${words[name]}, median`, median(taken), mostMedianMs);
  return { end, finding: { ...finding, measured: `${finding.measured} (p99 ${p99} ms, worst ${worst} ms)` } };
}

/** Asks at fixed times, whether or not the last answer is there: a portal that is stopped is asked all the same. */
async function probe(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const asked: Promise<number>[] = [];
  for (let round = 0; round < probes; round += 1) {
    asked.push(timeOf(url, agent));
    await setTimeout(pauseMs);
  }
  const taken = await Promise.all(asked);
  agent.destroy();
  return taken.sort((a, b) => a - b);
}

/** What gets no answer counts as one that takes for ever. */
const failed = Number.POSITIVE_INFINITY;

function timeOf(url: string, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    request(url, { agent, localAddress }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - startedAt : failed));
    })
      .on('error', () => resolve(failed))
      .end();
  });
}
