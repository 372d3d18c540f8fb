import { characterSet, digits, endOfRun, isIn, letters } from './characters.ts';

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
