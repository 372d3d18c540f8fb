import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchFile } from '../../../server/gateway/fetch-file.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { nothingAllowed, parseEgressAllow } from '../../../server/gateway/egress-allow.ts';

let server: Server;
let host: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'http://files.example/file' }).end();
    else if (request.url === '/large') response.writeHead(200).end(Buffer.alloc(5_000));
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  host = `127.0.0.1:${address.port}`;
});
afterAll(() => server.close());

const tooLarge = (mostBytes: number) =>
  `It is larger than the ${mostBytes} bytes that are left for the input.`;

const fetched = (url: string, allowed: string, charge: (bytes: number) => Promise<void> = async () => {}) => {
  const allow = allowed === '' ? nothingAllowed : parseEgressAllow(allowed);
  if (typeof allow === 'string') throw new Error(`This is no list: ${allow}`);
  return fetchFile(url, {
    ...{ allow, mostBytes: 1_000, take: () => true, charge },
    resolve: async () => [{ address: '192.0.2.1', family: 4 }],
    tooLarge,
  });
};

const unknown = () =>
  Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));

it.each(
  // biome-ignore format: a table
  [
    ['a private address', async () => [{ address: '10.0.3.7', family: 4 }]],
    ['a public address and a private one', async () => [{ address: '93.184.215.14', family: 4 }, { address: 'fd00::7', family: 6 }]],
    ['no address', async () => []],
    ['nothing that a name server knows', unknown],
  ],
)('a name with %s is nothing to a stranger', async (_what, resolve) => {
  const wish = {
    allow: nothingAllowed,
    mostBytes: 1_000,
    take: () => true,
    charge: async () => {},
    resolve,
    tooLarge,
  };
  expect(await fetchFile('https://db.internal/file', wish)).toBe(
    'There is nothing on the public internet at db.internal.',
  );
});

const refusal = 'Only https: addresses are fetched.';

describe('a file at an http address', () => {
  it('is not fetched', async () => {
    expect(await fetched('http://files.example/file', '')).toBe(refusal);
  });

  it('is fetched from a host that the operator allows', async () => {
    expect(await fetched(`http://${host}/file`, host)).toMatchObject({ bytes: Buffer.from('hello') });
    expect(await fetched(`http://${host}/file`, '127.0.0.0/8')).toMatchObject({ mediaType: 'text/plain' });
  });

  it('is not fetched where an allowed host redirects to it', async () => {
    expect(await fetched(`http://${host}/away`, host)).toBe(refusal);
  });
});

describe('the bytes of a file', () => {
  it('are charged where it is too large, too', async () => {
    let charged = 0;
    const charge = async (bytes: number) => void (charged += bytes);
    expect(await fetched(`http://${host}/large`, host, charge)).toMatch(/^It is larger than/);
    expect(charged).toBeGreaterThan(1_000);
  });

  it('are refused as any others are', async () => {
    const refused = new Problem('rate-limited', 'Too many bytes.');
    await expect(fetched(`http://${host}/file`, host, () => Promise.reject(refused))).rejects.toBe(refused);
  });
});
