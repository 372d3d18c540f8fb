/** The ASCII characters that are allowed in a part of a text. */
type CharacterSet = Uint8Array;

export function characterSet(characters: string): CharacterSet {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

export const digits = '0123456789';
export const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const hexCharacters = characterSet(`${digits}abcdefABCDEF`);

export function isIn(set: CharacterSet, code: number): boolean {
  return code < 128 && set[code] === 1;
}

/** The index of the first character from `start` that is not in the set. */
function endOfRun(text: string, start: number, set: CharacterSet): number {
  let at = start;
  while (at < text.length && isIn(set, text.charCodeAt(at))) at += 1;
  return at;
}

/** The same, and also accepts percent-encoded characters. */
export function endOfEncodedRun(text: string, start: number, set: CharacterSet): number {
  for (let at = start; ; at += 3) {
    at = endOfRun(text, at, set);
    if (text[at] !== '%' || endOfRun(text.slice(at + 1, at + 3), 0, hexCharacters) !== 2) return at;
  }
}

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

const hostname = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i;
const hostnameCharacters = 253;

export function isHostname(text: string): boolean {
  const length = text.endsWith('.') ? text.length - 1 : text.length;
  return length <= hostnameCharacters && hostname.test(text);
}

const atomCharacters = characterSet(`${letters}${digits}!#$%&'*+/=?^_\`{|}~-`);
const letterOrDigit = characterSet(`${letters}${digits}`);
const labelCharacters = characterSet(`${letters}${digits}-`);

/** Atoms joined by dots, and a domain with at least two labels. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && isLocalPart(text.slice(0, at)) && isDomain(text, at + 1);
}

function isLocalPart(text: string): boolean {
  for (let start = 0; ; ) {
    const end = endOfRun(text, start, atomCharacters);
    if (end === start) return false;
    if (end === text.length) return true;
    if (text[end] !== '.') return false;
    start = end + 1;
  }
}

function isDomain(text: string, from: number): boolean {
  for (let start = from, labels = 1; ; labels += 1) {
    const end = endOfRun(text, start, labelCharacters);
    const isLabel =
      end > start &&
      isIn(letterOrDigit, text.charCodeAt(start)) &&
      isIn(letterOrDigit, text.charCodeAt(end - 1));
    if (!isLabel) return false;
    if (end === text.length) return labels > 1;
    if (text[end] !== '.') return false;
    start = end + 1;
  }
}

const octetPattern = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${octetPattern}\\.){3}${octetPattern}$`);
const ipv4Characters = 15;
const ipv6Characters = 45;

export function isIpv4(text: string): boolean {
  return text.length <= ipv4Characters && ipv4.test(text);
}

/** Eight groups. `::` replaces one or more, and the last two may be an IPv4 address. */
export function isIpv6(text: string): boolean {
  if (text.length > ipv6Characters) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const sizes = halves.map((half, index) => groupsIn(half, index === halves.length - 1));
  const [first = 0, second] = sizes;
  if (sizes.includes(undefined)) return false;
  return second === undefined ? first === 8 : first + second <= 7;
}

/** The number of groups in a part of an address; undefined if one is invalid. */
function groupsIn(part: string, mayEndInIpv4: boolean): number | undefined {
  if (part === '') return 0;
  const groups = part.split(':');
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = mayEndInIpv4 && last.includes('.');
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  if (!endsInIpv4) return plain.length;
  return isIpv4(last) ? plain.length + 2 : undefined;
}
