import { type CharacterSet, characterSet, DIGITS, endOfEncodedRun, endOfRun, LETTERS } from './characters.ts';
import { isIpv6 } from './ip-address.ts';

const UNRESERVED = `${LETTERS}${DIGITS}-._~`;
const SUB_DELIMITERS = "!$&'()*+,;=";
const USER = characterSet(`${UNRESERVED}${SUB_DELIMITERS}:`);
const HOST = characterSet(`${UNRESERVED}${SUB_DELIMITERS}`);
const PATH = characterSet(`${UNRESERVED}${SUB_DELIMITERS}:@/`);
const TAIL = characterSet(`${UNRESERVED}${SUB_DELIMITERS}:@/?`);
/** A reference may have a double quote, which RFC 3986 forbids, because many clients send it. */
const HOST_OF_REFERENCE = characterSet(`${UNRESERVED}${SUB_DELIMITERS}"`);
const PATH_OF_REFERENCE = characterSet(`${UNRESERVED}${SUB_DELIMITERS}":@/`);
const TAIL_OF_REFERENCE = characterSet(`${UNRESERVED}${SUB_DELIMITERS}":@/?`);
const DIGIT = characterSet(DIGITS);
const SCHEME = /^[a-z][a-z0-9+\-.]*:/i;
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i;

/** An absolute URI of RFC 3986. */
export function isUri(text: string): boolean {
  const start = schemeEnd(text);
  if (start === 0) return false;
  const end = hierarchyEnd(text, start, HOST, PATH);
  return end > start && isTail(text, end, TAIL);
}

export function isUriReference(text: string): boolean {
  const start = schemeEnd(text);
  const isRest = (from: number) =>
    isTail(text, hierarchyEnd(text, from, HOST_OF_REFERENCE, PATH_OF_REFERENCE), TAIL_OF_REFERENCE);
  // An apparent scheme may be the first segment of a path.
  return isRest(start) || (start > 0 && isRest(0));
}

function schemeEnd(text: string): number {
  return SCHEME.exec(text)?.[0].length ?? 0;
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
  const user = endOfEncodedRun(text, start, USER);
  const host = hostEnd(text, text[user] === '@' ? user + 1 : start, hosts);
  if (host === undefined || text[host] !== ':') return host;
  return endOfRun(text, host + 1, DIGIT);
}

function hostEnd(text: string, start: number, hosts: CharacterSet): number | undefined {
  if (text[start] !== '[') return endOfEncodedRun(text, start, hosts);
  const end = text.indexOf(']', start);
  const address = text.slice(start + 1, end);
  return end > 0 && (isIpv6(address) || FUTURE_ADDRESS.test(address)) ? end + 1 : undefined;
}

/** Whether the rest of a text is a query, a fragment, both or nothing. */
function isTail(text: string, start: number, tails: CharacterSet): boolean {
  const hash = text[start] === '?' ? endOfEncodedRun(text, start + 1, tails) : start;
  const end = text[hash] === '#' ? endOfEncodedRun(text, hash + 1, tails) : hash;
  return end === text.length;
}
