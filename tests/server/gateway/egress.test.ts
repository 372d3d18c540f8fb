import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyFolder } from '../../../cli/work/apply-folder.ts';
import { readSettings } from '../../../server/env.ts';
import {
  type EgressAllow,
  nothingAllowed,
  parseEgressAllow,
  addressProblem,
  egressProblem,
} from '../../../server/gateway/egress-allow.ts';
import { commandsOn } from '../../setup/run-farebox.ts';
import { entryText, writeCatalogue } from '../catalogue/catalogue-folder.ts';

function allowing(text: string): EgressAllow {
  return readSettings({ FAREBOX_EGRESS_ALLOW: text }).egressAllow;
}

describe('an address as it is written in a URL', () => {
  test.each([
    ['http://127.0.0.1/', 'loopback'],
    ['http://127.1/', 'loopback, shortened'],
    ['http://0x7f.1/', 'loopback in hexadecimal'],
    ['http://0177.0.0.01/', 'loopback in octal'],
    ['http://2130706433/', 'loopback as one number'],
    ['http://127.0.0.1./', 'loopback with a dot at its end'],
    ['http://１２７.0.0.1/', 'loopback in wide digits'],
    ['http://0.0.0.0/', 'any address'],
    ['http://[::]/', 'any address of IPv6'],
    ['http://[::1]/', 'loopback of IPv6'],
    ['http://[0:0:0:0:0:0:0:1]/', 'loopback of IPv6 in full'],
    ['http://[::ffff:127.0.0.1]/', 'loopback mapped'],
    ['http://[::ffff:7f00:1]/', 'loopback mapped, in hexadecimal'],
    ['http://[::127.0.0.1]/', 'loopback as a compatible address'],
    ['http://[::7f00:1]/', 'loopback as a compatible address, in hexadecimal'],
    ['http://[::ffff:0:7f00:1]/', 'loopback translated'],
    ['http://[64:ff9b::7f00:1]/', 'loopback behind NAT64'],
    ['http://[64:ff9b:1::7f00:1]/', 'loopback behind a local NAT64'],
    ['http://[2002:7f00:1::]/', 'loopback behind 6to4'],
    ['http://[2001::1]/', 'Teredo'],
    ['http://[fe80::1]/', 'link-local'],
    ['http://[fec0::1]/', 'site-local'],
    ['http://[fc00::1]/', 'unique local'],
    ['http://[ff02::1]/', 'multicast'],
    ['http://[4000::1]/', 'not handed out'],
    ['http://169.254.169.254/latest/meta-data', 'the metadata of clouds'],
    ['http://10.0.0.1/', 'private'],
    ['http://172.16.0.1/', 'private'],
    ['http://192.168.1.1/', 'private'],
    ['http://100.64.0.1/', "a carrier's own"],
    ['http://198.18.0.1/', 'benchmarks'],
    ['http://224.0.0.1/', 'multicast'],
    ['http://255.255.255.255/', 'broadcast'],
    ['http://localhost/', 'this machine'],
    ['http://LOCALHOST./', 'this machine, in capitals'],
    ['https://api.localhost/', 'a name of this machine'],
    ['http://localhost.localdomain/', 'this machine'],
    ['http://ip6-loopback/', 'this machine'],
    ['http://api.example.com:22/', 'the port of SSH'],
    ['http://api.example.com:6667/', 'the port of IRC'],
    ['ftp://api.example.com/', 'another protocol'],
    ['file:///etc/passwd', 'a file'],
    ['/api', 'no address'],
  ])('%s is refused: %s', (url) => {
    expect(egressProblem(url, nothingAllowed)).toMatch(/^.+\.$|not ftp:$|not file:$/);
  });

  test.each([
    'https://api.example.com/v1',
    'http://api.example.com',
    'https://api.example.com:8443',
    'https://8.8.8.8/',
    'http://[2606:4700::1111]:8080/',
    'https://localhost.example.com',
    'https://mylocalhost',
  ])('%s is not', (url) => {
    expect(egressProblem(url, nothingAllowed)).toBeUndefined();
  });
});

describe('an address that the name service answers with', () => {
  test.each(['127.0.0.1', '::1', '::ffff:10.0.0.1', '64:ff9b::1', 'fe80::1%eth0', '', 'nonsense'])(
    '"%s" is refused',
    (address) => {
      expect(addressProblem(address, 443, nothingAllowed)).toBeDefined();
    },
  );

  test('a public one is not', () => {
    expect(addressProblem('93.184.215.14', 443, nothingAllowed)).toBeUndefined();
  });
});

describe('FAREBOX_EGRESS_ALLOW', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:4010/', 'http://127.0.0.2/'],
    ['127.0.0.1:4010', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4011/'],
    ['::1', 'http://[::1]:9/', 'http://[::2]/'],
    ['[::1]:4010', 'http://[::1]:4010/', 'http://[::1]/'],
    ['::ffff:10.1.2.3', 'http://10.1.2.3/', 'http://10.1.2.4/'],
    ['10.0.0.0/8', 'http://10.255.0.1/', 'http://192.168.0.1/'],
    ['fd00::/8', 'http://[fd12::1]:8080/', 'http://[fc12::1]/'],
    ['localhost', 'http://localhost:4010/', 'http://127.0.0.1:4010/'],
    ['api.internal:8080, Mail.Example:25', 'http://mail.example:25/', 'http://mail.example:22/'],
  ])('%s lets %s be dialled, and not %s', (allow, allowed, refused) => {
    expect(egressProblem(allowed, allowing(allow))).toBeUndefined();
    expect(egressProblem(refused, allowing(allow))).toBeDefined();
  });

  test.each([
    'http://a.example',
    '10.0.0.0/33',
    '0x7f.1',
    '127.1',
    '2130706433',
    'a.example:0',
    'a.example:65536',
    '*',
    '[::1',
    '-a',
  ])('%s is none of a list, and says so at start', (text) => {
    expect(() => allowing(`api.internal ${text}`)).toThrow(
      `FAREBOX_EGRESS_ALLOW must list hosts, addresses and networks, each with an optional port; ${JSON.stringify(text)} is not one of these`,
    );
  });

  test('may be empty', () => {
    expect(parseEgressAllow(' , ')).toEqual(nothingAllowed);
  });
});

describe('publishing', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'farebox-'));
    await mkdir(join(root, 'data'));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true, force: true });
  });

  async function apply(url: string, status: string, allow?: EgressAllow): Promise<string> {
    const folder = join(root, 'catalogue');
    const operation = `operation: { server: { url: '${url}' }, method: get, path: /resize }`;
    const price = 'price: { lines: [{ label: Each, flat: 1 }], maximum: 1 }';
    const entry = entryText('resize', { status: `status: ${status}`, operation, price });
    await writeCatalogue(folder, { 'resize.yaml': entry });
    let said = '';
    await applyFolder(
      { dataFolder: join(root, 'data') },
      { folder, prune: false, dryRun: false },
      (text) => void (said += text),
      allow && { egressAllow: allow, secrets: new Set() },
    );
    return said;
  }

  test('one that the operator allows is published', async () => {
    expect(await apply('http://127.0.0.1:8080', 'online', allowing('127.0.0.1:8080'))).toContain('Done.');
  });

  test('one that is offline is published, and cannot go online', async () => {
    await apply('http://10.0.0.1', 'offline');
    const { done, refusal } = commandsOn(() => join(root, 'data'));
    expect(await refusal('online', 'resize')).toMatch(
      /^resize cannot go online\. egress-blocked: The address 10\.0\.0\.1 is not on the public internet\./,
    );
    vi.stubEnv('FAREBOX_EGRESS_ALLOW', '10.0.0.0/8');
    expect(await done('online', 'resize')).toBe('resize is online.');
  });
});
