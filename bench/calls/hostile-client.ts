import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const recursiveSlug = 'product-200';
const largeSlug = 'product-201';
const estimatePath = (slug: string) => `/api/product/credits/required/${slug}`;
const callPath = (slug: string) => `/api/product/developer/call/${slug}`;

/** Each client has its own network, so that they do not share budgets. */
const hostileAddresses: Record<string, string> = {
  'nested-inputs': '127.0.1.1',
  'small-keys': '127.0.1.2',
  'large-bodies': '127.0.1.3',
  'large-bodies-of-keys': '127.0.1.4',
  pages: '127.0.1.5',
  'unknown-names': '127.0.1.6',
  'long-work': '127.0.1.7',
  'unread-replies': '127.0.1.8',
};

/**
 * An abusive client: it sends as fast as responses arrive, and waits as long as a 429 tells it. It runs until it is
 * ended, and then prints the number of responses by status.
 */
const [name = '', url = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const address = { hostname, port, localAddress: hostileAddresses[name] };
const agent = new Agent({ keepAlive: true });

const answers: Record<string, number> = {};
const count = (status: number | string) => {
  answers[status] = (answers[status] ?? 0) + 1;
};
process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));
});

interface Sent {
  path: string;
  body?: string | Buffer;
}

/** A level is an object and a list. Thirty fit into the 64 levels of a body. */
const nested = (levels: number): unknown =>
  levels === 0 ? { leaf: 1 } : { children: [nested(levels - 1)], kind: levels % 2 === 0 ? 'and' : 'or' };

const json = (value: unknown) => JSON.stringify(value);
const size = { width: 1, height: 1, format: 'png' };
const smallKeys = (bytes: number) => {
  const keys = Array.from({ length: Math.floor(bytes / 11) }, (_, index) => `"${index.toString(36)}":0`);
  return `{${keys
    .join(',')
    .slice(0, bytes - 2)
    .replace(/,[^,]*$/, '')}}`;
};
const items = Array.from({ length: 30_000 }, (_, index) => ({ index }));

const clients: Record<string, () => Promise<unknown>> = {
  'nested-inputs': () =>
    repeat(8, { path: estimatePath(recursiveSlug), body: json({ ...size, filter: nested(30) }) }),
  'small-keys': () => repeat(16, { path: estimatePath(recursiveSlug), body: smallKeys(780_000) }),
  'large-bodies': () =>
    repeat(2, { path: estimatePath(largeSlug), body: json({ ...size, title: 'x'.repeat(28_000_000) }) }),
  'large-bodies-of-keys': () => repeat(2, { path: estimatePath(largeSlug), body: smallKeys(28_000_000) }),
  pages: () => repeat(64, { path: '/?q=convert' }),
  'unknown-names': () => repeat(32, { path: '/api/product/info?id=NAME' }),
  'long-work': () =>
    repeat(8, {
      path: callPath('validate-json'),
      body: json({ schema: { uniqueItems: true, items: { type: 'object' } }, document: items }),
    }),
  'unread-replies': leaveUnread,
};

await clients[name]?.();

async function repeat(connections: number, sent: Sent): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      for (let round = 0; ; round += 1) {
        const path = sent.path.replace('NAME', `nobody-${client}-${round}`);
        await setTimeout(1_000 * (await send({ ...sent, path })));
      }
    }),
  );
}

/** Resolves with the seconds before the next request. A closed connection counts as a refusal. */
function send({ path, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sending = request({ ...address, agent, method, path, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      count(statusCode);
      const isRefused = statusCode === 429 || statusCode === 503;
      answer.resume();
      answer.on('close', () => resolve(isRefused ? Number(answer.headers['retry-after'] ?? 1) : 0));
    });
    sending.on('error', () => {
      count('cut');
      resolve(0.1);
    });
    sending.end(body);
  });
}

/** Six hundred connections that request the same large response by its idempotency key, and read only its start. */
async function leaveUnread(): Promise<void> {
  const csv = `text\n${'0123456789\n'.repeat(35_000)}`;
  const body = json({ csv });
  const head = [
    `POST ${callPath('csv-to-json')} HTTP/1.1`,
    `host: ${hostname}`,
    'idempotency-key: unread',
    `content-length: ${Buffer.byteLength(body)}`,
  ].join('\r\n');
  const ask = () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: address.localAddress });
    socket.on('error', () => count('cut'));
    socket.once('data', (beginning: Buffer) => {
      socket.pause();
      count(beginning.toString('latin1', 9, 12));
    });
    socket.write(`${head}\r\n\r\n${body}`);
  };
  ask();
  await setTimeout(1_000);
  for (let connection = 0; connection < 600; connection += 1) {
    ask();
    await setTimeout(10);
  }
  await setTimeout(3_600_000);
}
