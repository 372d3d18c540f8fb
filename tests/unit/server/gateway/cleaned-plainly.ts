import { credentialMark } from '../../../../server/gateway/credential-filter.ts';

/**
 * Takes texts out of bytes that are read as Latin-1, as the filter of credentials should, but slowly: at each place it
 * tries each text, character by character, in every way of writing it.
 */
export function cleanedPlainly(texts: string[], bytes: string, isBase64: boolean): string {
  const searches = texts.map((text) => [...text].map((character) => waysToMatch(character, isBase64)));
  let clean = '';
  for (let at = 0; at < bytes.length; ) {
    const end = searches.map((ways) => endOf(ways, bytes, at)).find((found) => found > 0);
    clean += end === undefined ? bytes.charAt(at) : credentialMark;
    at = end ?? at + 1;
  }
  return clean;
}

/** Where the longest match ends; 0 where there is none. */
function endOf(ways: RegExp[][], bytes: string, start: number): number {
  let places = new Set([start]);
  for (const waysOfOne of ways)
    places = new Set([...places].flatMap((place) => waysOfOne.flatMap((way) => endOfOne(way, bytes, place))));
  return Math.max(0, ...places);
}

function endOfOne(way: RegExp, bytes: string, place: number): number[] {
  way.lastIndex = place;
  return way.test(bytes) ? [way.lastIndex] : [];
}

/** Each expression matches in one way only. */
function waysToMatch(character: string, isBase64: boolean): RegExp[] {
  const code = character.codePointAt(0) ?? 0;
  const raws = [Buffer.from(character).toString('latin1')];
  if (code >= 0x80 && code <= 0xff) raws.push(character);
  if (isBase64 && character === '+') raws.push('-');
  if (isBase64 && character === '/') raws.push('_');
  const slashes = '\\\\{1,8}';
  const short = new Map([...'bfnrt'].map((letter) => [JSON.parse(`"\\${letter}"`), letter]));
  for (const itself of '"\'/') short.set(itself, itself);
  const utf16 = character.split('').map((unit) => unit.charCodeAt(0));
  return [
    ...raws.map((raw) => inHex(raw, 2, '\\x')),
    ...raws.flatMap((raw) => [0, 1, 2, 3].map((rounds) => inHexOfAnyCase(raw, 2, `%(?:25){${rounds}}`))),
    inHexOfAnyCase(character, 4, `${slashes}u`),
    ...(utf16.every((unit) => unit < 0x100) ? [inHexOfAnyCase(character, 2, `${slashes}x`)] : []),
    ...(short.has(character) ? [`${slashes}${short.get(character)}`] : []),
    ...(character === ' ' ? ['\\+'] : []),
    ...(character === '\\' ? [1, 2, 3, 4, 5, 6, 7, 8].map((count) => `\\\\{${count}}`) : []),
  ].map((source) => new RegExp(source, 'y'));
}

function inHex(text: string, digits: number, before: string): string {
  return text
    .split('')
    .map((unit) => before + unit.charCodeAt(0).toString(16).padStart(digits, '0'))
    .join('');
}

function inHexOfAnyCase(text: string, digits: number, before: string): string {
  return text
    .split('')
    .map((unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(digits, '0');
      return before + [...hex].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
    })
    .join('');
}
