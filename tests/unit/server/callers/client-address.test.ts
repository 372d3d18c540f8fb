import { describe, expect, it } from 'vitest';
import { clientAddress, clientNetwork } from '../../../../server/callers/guest.ts';
import { parseTrustedProxies } from '../../../../server/portal/parse-secrets.ts';

function addressOf(trusted: string, socket: string, forwardedFor?: string): string {
  const proxies = parseTrustedProxies(trusted);
  if (!proxies) throw new Error(`${trusted} is no list of proxies`);
  return clientAddress(socket, forwardedFor, proxies);
}

describe('the address of a client', () => {
  it.each<[string, string, string | undefined, string, string]>([
    ['', '203.0.113.9', undefined, '203.0.113.9', 'no proxy, no header'],
    ['', '127.0.0.1', '198.51.100.1', '127.0.0.1', 'nobody is trusted, not even this machine'],
    ['10.0.0.1', '203.0.113.9', '198.51.100.1', '203.0.113.9', 'somebody else says so'],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1', '198.51.100.1', 'the proxy says so'],
    ['10.0.0.1', '10.0.0.1', undefined, '10.0.0.1', 'the proxy says nothing'],
    ['10.0.0.1', '10.0.0.1', '', '10.0.0.1', 'the proxy says an empty header'],
    ['10.0.0.1', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1', 'the client made up what is left'],
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1', 'two proxies'],
    ['10.0.0.0/8', '10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1', 'proxies all the way'],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1', 'a word that is no address'],
    ['10.0.0.0/8', '10.0.0.1', '1.2.3.4, <script>, 10.2.2.2', '10.2.2.2', 'nothing is believed past it'],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1', 'with a port'],
    ['10.0.0.1', '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7', 'IPv6 with a port'],
    ['10.0.0.1', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1', 'IPv4 in IPv6'],
    ['10.0.0.1', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1', 'a proxy by IPv4 in IPv6'],
    ['loopback', '127.0.0.9', '198.51.100.1', '198.51.100.1', 'loopback'],
    ['loopback', '::1', '198.51.100.1', '198.51.100.1', 'loopback in IPv6'],
    ['loopback', '10.0.0.1', '198.51.100.1', '10.0.0.1', 'not loopback'],
    ['2001:db8:1::/48, loopback', '2001:db8:1::5', '198.51.100.1', '198.51.100.1', 'a network of IPv6'],
    ['2001:db8:1::/48', '2001:db8:2::5', '198.51.100.1', '2001:db8:2::5', 'another network of IPv6'],
    ['', 'fe80::1%eth0', undefined, 'fe80::1', 'with a zone'],
    ['', '', undefined, '', 'a socket that is gone'],
    ['10.0.0.1', '10.0.0.1', '0x7f.1', '10.0.0.1', 'a number that only some take for an address'],
  ])('%# trusting "%s": %s says %s → %s (%s)', (trusted, socket, header, expected) => {
    expect(addressOf(trusted, socket, header)).toBe(expected);
  });

  it.each(
    // biome-ignore format: a list
    ['nonsense', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '::1/129', '10.0.0', '10.0.0.1 and', 'loopback/8'],
  )('trusts no %j', (text) => {
    expect(parseTrustedProxies(text)).toBeUndefined();
  });
});

it.each([
  ['198.51.100.1', '198.51.100.1', 'an IPv4 address stands for itself'],
  ['::ffff:198.51.100.1', '198.51.100.1', 'in whatever spelling'],
  ['::ffff:c633:6401', '198.51.100.1', 'in whatever spelling'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', 'of an IPv6 address the first half'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64', 'of an IPv6 address the first half'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64', 'in whatever spelling'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64', 'the neighbour is another one'],
  ['::1', '0:0:0:0::/64', 'loopback'],
  ['', 'unknown', 'nobody knows'],
])('the network of a client: of %s is %s: %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
