import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import {
  type EgressFence,
  egressProblem,
  nothingAllowed,
  ownersEntry,
  parseEgressAllow,
  parseEgressFence,
  usualFence,
  withOwners,
} from '../../../server/gateway/egress-allow.ts';
import { AllowedUpstreams } from '../../../server/gateway/allowed-upstreams.ts';
import { fetchFile } from '../../../server/gateway/fetch-file.ts';
import { Gateway } from '../../../server/gateway/gateway.ts';
import { callTo, outcomeOf, startUpstream } from './gateway-rig.ts';

function fenceOf(text: string): EgressFence {
  const fence = parseEgressFence(text);
  if (typeof fence === 'string') throw new Error(fence);
  return fence;
}

const usual = fenceOf(usualFence);

describe('an owner can allow', () => {
  test.each([
    ['10.1.2.3:8080', '10.1.2.3:8080'],
    ['192.168.0.9:443', '192.168.0.9:443'],
    ['[fd00::7]:8443', '[fd00::7]:8443'],
    ['[::ffff:10.1.2.3]:8080', '10.1.2.3:8080'],
    ['API.Internal.:8080', 'api.internal:8080'],
  ])('%s', (text, address) => {
    expect(ownersEntry(text, usual)).toEqual({ address });
  });
});

describe('an owner cannot allow', () => {
  test.each([
    ['127.0.0.1:8080', 'this machine'],
    ['[::1]:8080', 'this machine'],
    ['[::ffff:127.0.0.1]:8080', 'this machine, mapped'],
    ['localhost:8080', 'this machine by name'],
    ['x.localhost.:8080', 'this machine by name'],
    ['0.0.0.0:8080', 'any address'],
    ['169.254.169.254:80', 'the metadata of clouds'],
    ['[fd00:ec2::254]:80', 'metadata within the private addresses'],
    ['[fe80::1]:80', 'link-local'],
    ['100.64.0.1:80', 'an address of a carrier'],
    ['224.0.0.1:80', 'multicast'],
    ['[64:ff9b::a00:1]:80', 'NAT64'],
    ['8.8.8.8:53', 'a public address, and a port of another protocol'],
    ['8.8.8.8:80', 'a public address'],
    ['10.1.2.3', 'no port'],
    ['api.internal', 'no port'],
    ['10.1.2.3:22', 'a port of another protocol'],
    ['10.0.0.0/8', 'a network'],
    ['10.1.2.3:80 127.0.0.1:80', 'two'],
    ['10.1.2.3:80,127.0.0.1:80', 'two'],
    ['http://10.1.2.3:80', 'a URL'],
    ['0x0a010203:80', 'an address in hexadecimal'],
    ['167838211:80', 'an address as a number'],
    ['*.internal:80', 'a pattern'],
    ['10.1.2.3:99999', 'no port of the internet'],
    ['', 'nothing'],
  ])('%s: %s', (text) => {
    expect(ownersEntry(text, usual)).toHaveProperty('problem');
  });

  test('anything where the environment says none; metadata where it names only their network', () => {
    expect(ownersEntry('10.1.2.3:80', fenceOf('none'))).toHaveProperty('problem');
    expect(ownersEntry('169.254.169.254:80', fenceOf('0.0.0.0/0'))).toHaveProperty('problem');
    expect(ownersEntry('169.254.169.254:80', fenceOf('169.254.169.254'))).toHaveProperty('address');
    expect(ownersEntry('127.0.0.1:80', fenceOf('127.0.0.0/8'))).toHaveProperty('address');
    expect(parseEgressFence('api.internal')).toContain('"api.internal" is not one of these');
    expect(parseEgressFence('10.0.0.0/99')).toEqual(expect.any(String));
  });
});

test('an address is allowed with its port alone, and not once it is outside of the fence', () => {
  const allow = withOwners(nothingAllowed, ['10.1.2.3:8080', 'localhost:8080', '127.0.0.1:8080'], usual);
  expect(egressProblem('http://10.1.2.3:8080/a', allow)).toBeUndefined();
  for (const url of ['http://10.1.2.3:8081/', 'http://10.1.2.4:8080/', 'http://127.0.0.1:8080/'])
    expect(egressProblem(url, allow)).toContain('is not on the public internet');
  const narrow = withOwners(nothingAllowed, ['10.1.2.3:8080'], fenceOf('192.168.0.0/16'));
  expect(egressProblem('http://10.1.2.3:8080/a', narrow)).toContain('add it to FAREBOX_EGRESS_ALLOW');
  expect(egressProblem('http://10.9.9.9:8080/', allow)).toContain(
    'An owner can allow it under Private addresses',
  );
});

/** A gateway whose names resolve to what is said last, and owners who allow what is in the list. */
function ownedGateway(entries: string[], answers: () => string[], fence = '127.0.0.0/8') {
  const stored = { list: entries };
  const upstreams = new AllowedUpstreams({
    credentials: {
      allowedUpstreams: async () =>
        stored.list.map((address, key) => ({
          ...{
            key,
            address,
            allowedAt: new Date(0),
            allowedByKind: 'person',
            allowedById: null,
            reason: null,
          },
        })),
    },
  });
  const resolve = (): Promise<LookupAddress[]> =>
    Promise.resolve(answers().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  const gateway = new Gateway({
    allow: nothingAllowed,
    resolve,
    owners: { upstreams, fence: fenceOf(fence) },
  });
  const call = (url: string) => outcomeOf(gateway.dial(callTo(url)));
  const allow = (list: string[]) => {
    stored.list = list;
    upstreams.changed();
  };
  return { call, allow, close: () => gateway.close() };
}

const blocked = { code: 'egress-blocked' };

test('a host is reached at addresses within the fence, and at no other that it resolves to later', async () => {
  const { port, requests } = await startUpstream((_request, response) => {
    response.setHeader('connection', 'close').end('here');
  });
  let answers = ['127.0.0.1'];
  const { call, close } = ownedGateway([`api.internal:${port}`], () => answers, '127.0.0.1');
  const url = `http://api.internal:${port}/`;
  expect(await call(url)).toBe('here');
  for (const next of [
    ['169.254.169.254'],
    ['127.0.0.2'],
    ['::1'],
    ['10.0.0.1'],
    ['127.0.0.1', '169.254.169.254'],
  ]) {
    answers = next;
    expect(await call(url), next.join()).toMatchObject(blocked);
  }
  answers = ['127.0.0.1'];
  expect(await call(`http://other.internal:${port}/`)).toMatchObject(blocked);
  expect(await call(`http://127.0.0.1:${port}/`)).toMatchObject(blocked);
  expect(await call(url)).toBe('here');
  expect(requests).toHaveLength(2);
  await close();
});

test('what is removed is reached no more, over no open connection either', async () => {
  const { port, url } = await startUpstream((_request, response) => response.end('here'));
  const { call, allow, close } = ownedGateway([], () => ['127.0.0.1']);
  const named = `http://api.internal:${port}/`;
  expect([await call(url), await call(named)]).toMatchObject([blocked, blocked]);
  allow([`127.0.0.1:${port}`]);
  expect([await call(url), await call(named)]).toEqual(['here', 'here']);
  allow([`api.internal:${port}`]);
  expect([await call(url), await call(named)]).toMatchObject([blocked, 'here']);
  allow([]);
  expect([await call(url), await call(named)]).toMatchObject([blocked, blocked]);
  await close();
});

test('a document is fetched from an allowed host, and no redirection leads past the fence', async () => {
  const { port } = await startUpstream(({ url: path }, response) => {
    if (path === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else response.end('a document');
  });
  const parsed = parseEgressAllow('');
  if (typeof parsed === 'string') throw new Error(parsed);
  const allow = withOwners(parsed, [`docs.internal:${port}`], fenceOf('127.0.0.1'));
  const wish = {
    ...{ allow, mostBytes: 100, take: () => true, tooLarge: () => 'too large', charge: async () => {} },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  };
  expect(await fetchFile(`http://docs.internal:${port}/`, wish)).toMatchObject({
    bytes: Buffer.from('a document'),
  });
  expect(await fetchFile(`http://docs.internal:${port}/away`, wish)).toEqual(expect.any(String));
});
