import { type CharacterSet, characterSet, digits, endOfEncodedRun, endOfRun, letters } from './characters.ts';
import { isIpv6 } from './ip-address.ts';

const unreserved = `${letters}${digits}-._~`;
const subDelimiters = "!$&'()*+,;=";
const userCharacters = characterSet(`${unreserved}${subDelimiters}:`);
const hostCharacters = characterSet(`${unreserved}${subDelimiters}`);
const pathCharacters = characterSet(`${unreserved}${subDelimiters}:@/`);
const tailCharacters = characterSet(`${unreserved}${subDelimiters}:@/?`);
/** A reference may have a double quote, which RFC 3986 forbids, because many clients send it. */
const hostOfReference = characterSet(`${unreserved}${subDelimiters}"`);
const pathOfReference = characterSet(`${unreserved}${subDelimiters}":@/`);
const tailOfReference = characterSet(`${unreserved}${subDelimiters}":@/?`);
const digitCharacters = characterSet(digits);
const scheme = /^[a-z][a-z0-9+\-.]*:/i;
const futureAddress = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i;

/** An absolute URI of RFC 3986. */
export function isUri(text: string): boolean {
  const start = schemeEnd(text);
  if (start === 0) return false;
  const end = hierarchyEnd(text, start, hostCharacters, pathCharacters);
  return end > start && isTail(text, end, tailCharacters);
}

export function isUriReference(text: string): boolean {
  const start = schemeEnd(text);
  const isRest = (from: number) =>
    isTail(text, hierarchyEnd(text, from, hostOfReference, pathOfReference), tailOfReference);
  // An apparent scheme may be the first segment of a path.
  return isRest(start) || (start > 0 && isRest(0));
}

function schemeEnd(text: string): number {
  return scheme.exec(text)?.[0].length ?? 0;
}

/** The end of authority and path. */
function hierarchyEnd(text: string, start: number, hosts: CharacterSet, paths: CharacterSet): number {
  if (text[start] !== '/') return endOfEncodedRun(text, start, paths);
  const authority = text[start + 1] === '/' ? start + 2 : start + 1;
  const path = authorityEnd(text, authority, hosts);
  if (path !== undefined && (path === text.length || '/?#'.includes(text.charAt(path))))
    return endOfEncodedRun(text, path, paths);
  // Text that is no authority may still be a path.
  return endOfEncodedRun(text, start, paths);
}

function authorityEnd(text: string, start: number, hosts: CharacterSet): number | undefined {
  const user = endOfEncodedRun(text, start, userCharacters);
  const host = hostEnd(text, text[user] === '@' ? user + 1 : start, hosts);
  if (host === undefined || text[host] !== ':') return host;
  return endOfRun(text, host + 1, digitCharacters);
}

function hostEnd(text: string, start: number, hosts: CharacterSet): number | undefined {
  if (text[start] !== '[') return endOfEncodedRun(text, start, hosts);
  const end = text.indexOf(']', start);
  const address = text.slice(start + 1, end);
  return end > 0 && (isIpv6(address) || futureAddress.test(address)) ? end + 1 : undefined;
}

/** Whether the rest of a text is a query, a fragment, both or nothing. */
function isTail(text: string, start: number, tails: CharacterSet): boolean {
  const hash = text[start] === '?' ? endOfEncodedRun(text, start + 1, tails) : start;
  const end = text[hash] === '#' ? endOfEncodedRun(text, hash + 1, tails) : hash;
  return end === text.length;
}
