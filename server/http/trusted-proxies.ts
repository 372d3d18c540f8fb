import { BlockList, isIP } from 'node:net';

/** Addresses, CIDRs and the word `loopback`, parted by commas or spaces; undefined where one is none of these. */
export function parseTrustedProxies(text: string): BlockList | undefined {
  const proxies = new BlockList();
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.every((entry) => addEntry(proxies, entry)) ? proxies : undefined;
}

function addEntry(proxies: BlockList, entry: string): boolean {
  if (entry === 'loopback') return addEntry(proxies, '127.0.0.0/8') && addEntry(proxies, '::1');
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix >= 0 && prefix <= most)) return false;
  proxies.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}
