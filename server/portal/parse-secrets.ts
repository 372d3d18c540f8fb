import { BlockList, isIP } from 'node:net';
import type { SecretList } from './portal-secret.ts';

/** 128 random bits in hexadecimal have 32 characters. Shorter secrets could be guessed. */
const leastLength = 32;

/** A change needs two. Each costs time where a signature is wrong. */
const mostSecrets = 8;

/** The secrets of a text, separated by commas or line ends; or the end of a sentence that says what is wrong. */
export function parseSecrets(text: string): SecretList | string {
  const parts = text.split(/[,\r\n]/).map((part) => part.trim());
  const given = [...new Set(parts.filter((part) => part !== ''))];
  if (given.length > 1 && given.some((secret) => secret.length < leastLength))
    return `has a secret of fewer than ${leastLength} characters. Commas and line ends separate secrets`;
  if (given.length > mostSecrets) return `has more than ${mostSecrets} secrets`;
  const [first, ...others] = given.map((secret) => Buffer.from(secret));
  if (first === undefined || first.toString().length < leastLength)
    return `has fewer than ${leastLength} characters`;
  return [first, ...others];
}

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
