import { characterSet, digits, isIn, letters } from './uri.ts';

const ipv4 =
  /^(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/;
const privateIpv4 = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
const ipv4Characters = 15;
const scheme = /^(?:https?|ftp):\/\//i;
/** The limit for host names in RFC 1035. */
const hostCharacters = 253;
const portPattern = /^:\d{2,5}(?=\/|$)/;
const portCharacters = 7;
const letterCharacters = characterSet(letters);
const letterOrDigit = characterSet(`${letters}${digits}`);

/** An address on the public web, for the format `url`. */
export function isWebAddress(text: string): boolean {
  const start = scheme.exec(text)?.[0].length ?? 0;
  if (start === 0 || /\s/.test(text)) return false;
  if (isAtHost(text, start)) return true;
  // User and password may precede an @. No host extends past the next @, so each is read once.
  for (let at = text.indexOf('@', start + 1); at >= 0; at = text.indexOf('@', at + 1)) {
    if (isAtHost(text, at + 1)) return true;
  }
  return false;
}

/** Whether a host starts here, followed only by a port and path. */
function isAtHost(text: string, start: number): boolean {
  let end = start;
  while (end < text.length && !isHostEnd(text.charCodeAt(end))) end += 1;
  if (end - start > hostCharacters) return false;
  const next = text[end];
  if (next === '@' || (next === ':' && !portPattern.test(text.slice(end, end + portCharacters))))
    return false;
  return (
    isPublicIpv4(text.slice(start, Math.min(end, start + ipv4Characters + 1))) || isName(text, start, end)
  );
}

function isHostEnd(code: number): boolean {
  return code === 0x2f || code === 0x3a || code === 0x40;
}

function isPublicIpv4(host: string): boolean {
  return host.length <= ipv4Characters && ipv4.test(host) && !privateIpv4.test(host);
}

/** Labels of letters, digits and single hyphens. The last label has at least two letters. */
function isName(text: string, start: number, end: number): boolean {
  let labels = 0;
  let labelStart = start;
  let lastIsLetters = false;
  for (let at = start; at <= end; at += 1) {
    const code = at === end ? 0x2e : text.charCodeAt(at);
    if (code === 0x2e || code === 0x2d) {
      if (at === start || !isNameCharacter(text.charCodeAt(at - 1))) return false;
      if (code === 0x2d) continue;
      labels += 1;
      lastIsLetters = at - labelStart >= 2 && isLetters(text, labelStart, at);
      labelStart = at + 1;
    } else if (!isNameCharacter(code)) return false;
  }
  return labels >= 2 && lastIsLetters;
}

function isLetters(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (!isIn(letterCharacters, code) && !isBeyondLatin(code)) return false;
  }
  return true;
}

function isNameCharacter(code: number): boolean {
  return isIn(letterOrDigit, code) || isBeyondLatin(code);
}

/** Characters of other scripts in the basic plane, without surrogates. */
function isBeyondLatin(code: number): boolean {
  return code >= 0xa1 && !(code >= 0xd800 && code <= 0xdfff);
}
