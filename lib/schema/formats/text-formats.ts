import { characterSet, digits, endOfEncodedRun, letters } from './characters.ts';
import { isDate, isDateTime, isDuration, isTime } from './date-time.ts';
import { isEmail, isHostname } from './host-name.ts';
import { isIpv4, isIpv6 } from './ip-address.ts';
import { isUri, isUriReference } from './uri.ts';
import { isWebAddress } from './web-address.ts';

/** The formats that are validated. Every check is linear in the text. */
export const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', (text) => isTime(text, true)],
  ['date-time', (text) => isDateTime(text, true)],
  ['iso-time', (text) => isTime(text, false)],
  ['iso-date-time', (text) => isDateTime(text, false)],
  ['duration', isDuration],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uri-template', isUriTemplate],
  ['url', isWebAddress],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uuid', isUuid],
  ['json-pointer', isJsonPointer],
  ['json-pointer-uri-fragment', isJsonPointerFragment],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isRegex],
]);

const uuidCharacters = 36 + 'urn:uuid:'.length;

function isUuid(text: string): boolean {
  return (
    text.length <= uuidCharacters && /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)
  );
}

/** A longer expression takes too long to parse. */
const maxRegexCharacters = 20_000;

function isRegex(text: string): boolean {
  if (text.length > maxRegexCharacters || /[^\\]\\Z/.test(text)) return false;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const literals = /[^\0-\x20"'<>%\\^`{|}]+|%[0-9a-f]{2}/iy;
const variablePattern = '(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\\*)?';
const expression = new RegExp(`\\{[+#./;?&=,!@|]?${variablePattern}(?:,${variablePattern})*\\}`, 'iy');

/** RFC 6570, in a single pass. */
function isUriTemplate(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const part = text[at] === '{' ? expression : literals;
    part.lastIndex = at;
    if (!part.test(text)) return false;
    at = part.lastIndex;
  }
  return true;
}

function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}

const fragment = characterSet(`${letters}${digits}_-.!$&'()*+,;:=@~/`);

function isJsonPointerFragment(text: string): boolean {
  if (!text.startsWith('#')) return false;
  return isJsonPointer(text.slice(1)) && endOfEncodedRun(text, 1, fragment) === text.length;
}

function isRelativeJsonPointer(text: string): boolean {
  const [steps = ''] = /^(?:0|[1-9]\d*)/.exec(text) ?? [];
  if (steps === '') return false;
  const rest = text.slice(steps.length);
  return rest === '#' || isJsonPointer(rest);
}
