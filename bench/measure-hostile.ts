import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Finding, within } from './findings.ts';
import { median } from './load.ts';
import { type Running, startPortal } from './processes.ts';
import { hostileAddresses, seedHostile } from './seed-hostile.ts';

/** Fifteen seconds. A client does most harm at the start of its minute. */
const probes = 750;
const pauseMs = 20;
const mostMedianMs = 20;
/** A portal gives reading clients 25 s. */
const mostStopMs = 10_000;
const unreadReplies = 'unread-replies';
/** In another network than the clients. */
const localAddress = '127.0.2.1';

const words: Record<string, string> = {
  'nested-inputs': 'estimates of inputs with the deepest nesting',
  'small-keys': 'estimates of 780 kB of small keys',
  'large-bodies': 'estimates of 28 MB of text',
  'large-bodies-of-keys': 'estimates of 28 MB of small keys',
  pages: '64 readers of a search page',
  'unknown-names': '32 readers of products that do not exist',
  'long-work': 'eight slow calls to the toolbox',
  [unreadReplies]: '600 repeated responses of 1 MB that are never read',
};

/** The response time of `/api/health` while a client uses its whole budget. */
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
    const { end, taken } = await underAttack(portal, name);
    findings.push(waited(name, taken, await end()));
    await portal.untilIdle();
  }
  const { end, taken } = await underAttack(portal, unreadReplies);
  const stoppedAt = performance.now();
  await portal.stop();
  const stopMs = performance.now() - stoppedAt;
  findings.push(waited(unreadReplies, taken, await end()));
  return [...findings, within('Stopping with these unread', stopMs, mostStopMs)];
}

interface Attack {
  /** Milliseconds, ascending. */
  taken: number[];
  /** Resolves with the client's responses. */
  end: () => Promise<Answers>;
}

/** The number of responses by status. */
type Answers = Record<string, number>;

/** Refusals are cheap: a client that gets nothing else is no test. */
const refusals = ['429', '503', 'cut'];

function waited(name: string, taken: number[], answers: Answers): Finding {
  if (Object.keys(answers).every((status) => refusals.includes(status)))
    throw new Error(`The client ${name} was answered nothing but ${JSON.stringify(answers)}.`);
  const finding = within(`/api/health beside ${words[name]}, median`, median(taken), mostMedianMs);
  const [p99, worst] = [0.99, 1].map((part) => taken[Math.ceil(taken.length * part) - 1]?.toFixed(0));
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  const said = `p99 ${p99} ms, worst ${worst} ms; the client got ${counts.join(', ')}`;
  return { ...finding, measured: `${finding.measured} (${said})` };
}

async function underAttack({ url }: Running, name: string): Promise<Attack> {
  console.log(`Hostile: ${name}`);
  const client = spawn(process.execPath, ['--import', 'tsx', 'bench/hostile-client.ts', name, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = text(client.stdout);
  process.once('exit', () => client.kill());
  const taken = await probe(`${url}/api/health`);
  if (client.exitCode !== null) throw new Error(`The client ${name} ended before it was measured.`);
  const end = async (): Promise<Answers> => {
    client.kill();
    return JSON.parse(await printed);
  };
  return { taken, end };
}

/** Sends at fixed times, even if earlier responses are missing, so that a blocked portal gets requests, too. */
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

/** A missing response counts as infinitely slow. */
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
