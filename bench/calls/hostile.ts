import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Bench } from '../harness/bench.ts';
import { type Finding, median, quantile, usual, within } from '../harness/findings.ts';
import type { Running } from '../harness/processes.ts';
import { product, publishShared, template } from '../seeds/products.ts';

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
export async function measureHostile(bench: Bench): Promise<Finding[]> {
  const place = bench.makePlace('portal');
  const portal = await bench.startPortal(place, {
    FAREBOX_RATE_LIMIT: '600',
    FAREBOX_GUEST_CREDITS: '100000',
  });
  await seedHostile(place.dataFolder);
  await portal.untilIdle();
  const findings: Finding[] = [];
  for (const name of Object.keys(words).filter((name) => name !== unreadReplies)) {
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

const size = { type: 'integer', minimum: 1, maximum: 8192 };

/** Both groups contain recursive references before the member that distinguishes them. */
const recursive = {
  type: 'object',
  required: ['width', 'height'],
  properties: { width: size, height: size, filter: { $ref: '#/$defs/Filter' } },
  $defs: {
    Filter: { oneOf: ['And', 'Or', 'Leaf'].map((name) => ({ $ref: `#/$defs/${name}` })) },
    And: group('and'),
    Or: group('or'),
    Leaf: { type: 'object', properties: { leaf: { type: 'string' } }, unevaluatedProperties: false },
  },
};

function group(kind: string) {
  const children = { type: 'array', items: { $ref: '#/$defs/Filter' } };
  return { type: 'object', properties: { children, kind: { const: kind } }, unevaluatedProperties: false };
}

/** Publishes a product with a recursive schema and one for 32 MiB to a running portal. */
async function seedHostile(dataFolder: string): Promise<void> {
  const large = { ...template(201)['x-farebox'], limits: { bodyBytes: 32 * 1024 * 1024 } };
  const requestBody = { required: true, content: { 'application/json': { schema: recursive } } };
  const products = [product(200, { requestBody }), product(201, { 'x-farebox': large })];
  await publishShared(dataFolder, products);
}

interface Attack {
  /** Milliseconds of each probe. */
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
  const [p99, worst] = [0.99, 1].map((share) => quantile(taken, share).toFixed(0));
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  const more = ` (p99 ${p99} ms, worst ${worst} ms; the client got ${counts.join(', ')})`;
  return within(`/api/health beside ${words[name]}, median`, median(taken), mostMedianMs, more);
}

async function underAttack({ url }: Running, name: string): Promise<Attack> {
  console.log(`Hostile: ${name}`);
  const client = spawn(process.execPath, ['--import', 'tsx', 'bench/calls/hostile-client.ts', name, url], {
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
  for (let round = 0; round < usual(probes, 400); round += 1) {
    asked.push(timeOf(url, agent));
    await setTimeout(pauseMs);
  }
  const taken = await Promise.all(asked);
  agent.destroy();
  return taken;
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
