import {
  characterSet,
  digits,
  endOfEncodedRun,
  letters,
  isEmail,
  isHostname,
  isIpv4,
  isIpv6,
  isUri,
  isUriReference,
} from './uri.ts';
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

/** Dates and times of RFC 3339. */
function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = text.length === 10 ? (datePattern.exec(text) ?? []) : [];
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

/** `zoned` requires a time zone. */
function isTime(text: string, zoned: boolean): boolean {
  const parts = timePattern.exec(text);
  if (!parts) return false;
  const [, hour = '', minute = '', second = '', zone, sign, zoneHour = '0', zoneMinute = '0'] = parts;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59 || (zoned && zone === undefined)) return false;
  if (Number(hour) <= 23 && Number(minute) <= 59 && Number(second) < 60) return true;
  return (
    Number(second) < 61 &&
    isLeapMinute(Number(hour), Number(minute), Number(zoneHour), Number(zoneMinute), sign)
  );
}

function isDateTime(text: string, zoned: boolean): boolean {
  return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}

/** ISO 8601 with whole numbers: `P3D`, `PT15M`, `P2W`. */
function isDuration(text: string): boolean {
  return /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/.test(text);
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
const days = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (days[month] ?? 0);
}

/** A leap second is the last second of a UTC day. */
function isLeapMinute(
  hour: number,
  minute: number,
  zoneHour: number,
  zoneMinute: number,
  sign: string | undefined,
): boolean {
  const direction = sign === '-' ? -1 : 1;
  const utcMinute = minute - zoneMinute * direction;
  const utcHour = hour - zoneHour * direction - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1);
}
