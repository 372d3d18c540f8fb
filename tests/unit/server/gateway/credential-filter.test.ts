import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, CredentialFilter, credentialMark } from '../../../../server/gateway/cleaned-reply.ts';
import { CredentialPattern } from '../../../../server/gateway/credential-pattern.ts';
import { credentialPatterns } from '../../../../server/gateway/secrets.ts';
import { runs } from '../../../setup/runs.ts';

const scheme = { type: 'http', scheme: 'basic' } as const;
const patternsOf = (value: string) => credentialPatterns({ name: 'KEY', scheme }, value);

function cleaned(value: string, text: string | Buffer, isText = true): string {
  return atOnce(new CredentialFilter(patternsOf(value), isText).whole(Buffer.from(text))).toString();
}

const secret = 'user:p/"s\\s+é€😀 %x';
const hex4 = (code: number) => code.toString(16).padStart(4, '0');
const units = (character: string) =>
  [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
const escaped = (character: string, slashes = '\\') =>
  units(character)
    .map((code) => `${slashes}u${hex4(code)}`)
    .join('');
const percented = (character: string) =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Every way in which one character is written in JSON, in JSON within JSON, and in an address. */
const waysOf = (character: string): string[] => [
  character,
  JSON.stringify(character).slice(1, -1),
  JSON.stringify(JSON.stringify(character)).slice(3, -3),
  escaped(character),
  escaped(character).toUpperCase().replaceAll('\\U', '\\u'),
  escaped(character, '\\\\'),
  percented(character),
  percented(character).toUpperCase(),
  percented(character).replaceAll('%', '%25'),
  ...(character === '/' ? ['\\/'] : []),
  ...(character === ' ' ? ['+'] : []),
];

describe('a credential that an upstream shows is taken out', () => {
  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify({ a: secret }).slice(6, -2)],
    ['in JSON with every character escaped', [...secret].map((one) => escaped(one)).join('')],
    ['in an address', encodeURIComponent(secret)],
    ['in a form', new URLSearchParams([['', secret]]).toString().slice(1)],
  ])('%s', (_what, written) => {
    expect(cleaned(secret, `{"key":"${written}","x":1}`)).toBe(`{"key":"${credentialMark}","x":1}`);
  });

  it('without the name of its user', () => {
    expect(cleaned('user:long-password', '{"p":"long-password"}')).toBe(`{"p":"${credentialMark}"}`);
  });

  it.each([0, 1, 2, 3, 4, 5])('in base64, %i bytes within a longer text', (before) => {
    const value = 'user:correct-horse+battery/staple';
    const text = Buffer.from(`${'.'.repeat(before)}${value}${'.'.repeat(7)}`).toString('base64');
    for (const written of [
      text,
      text.replaceAll('+', '-').replaceAll('/', '_'),
      text.replaceAll('/', '\\/'),
    ]) {
      const clean = cleaned(value, written);
      expect(clean).toContain(credentialMark);
      const left = Buffer.from(clean.replace(credentialMark, ''), 'base64').toString('latin1');
      expect(left).not.toMatch(/correct|horse|battery|staple/);
    }
  });

  it('in Latin-1, and from a reply that is no text as its bytes alone', () => {
    const bytes = Buffer.from('\0user:clé-secrète\xff', 'latin1');
    const clean = atOnce(new CredentialFilter(patternsOf('user:clé-secrète'), false).whole(bytes));
    expect(clean.toString('latin1')).toBe(`\0${credentialMark}\xff`);
    const encoded = Buffer.from('user:clé-secrète').toString('base64');
    expect(cleaned('user:clé-secrète', encoded, false)).toBe(encoded);
  });

  it('in any mixture of encodings and in whatever pieces it comes', () => {
    const character = fc.constantFrom(...'abcXYZ019-_./+=:%\\"\' \tü€😀u2F');
    const value = fc.array(character, { minLength: 8, maxLength: 40 }).map((all) => all.join(''));
    const around = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(
        value,
        fc.infiniteStream(fc.nat()),
        around,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (text, choices, before, sizes) => {
          const choose = () => Number(choices.next().value);
          const written = [...text].map((one) => waysOf(one)[choose() % waysOf(one).length]).join('');
          const bytes = Buffer.from(`${before}[${written}]`);
          const filter = new CredentialFilter(patternsOf(text), true);
          let clean = '';
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            clean += atOnce(filter.take(bytes.subarray(at, at + size))).toString('latin1');
            at += size;
          }
          clean += atOnce(filter.end()).toString('latin1');
          expect(clean).toContain(credentialMark);
          expect(clean).not.toContain(Buffer.from(written).toString('latin1'));
          expect([...filter.found]).toEqual(['KEY']);
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

describe('what is no credential stays as it is', () => {
  it('byte for byte, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (body, size) => {
        const filter = new CredentialFilter(patternsOf(secret), true);
        const parts: Buffer[] = [];
        for (let at = 0; at < body.length; at += size)
          parts.push(atOnce(filter.take(Buffer.from(body.subarray(at, at + size)))));
        parts.push(atOnce(filter.end()));
        expect(Buffer.concat(parts).equals(Buffer.from(body))).toBe(true);
      }),
    );
  });

  it('and waits for no more than what may be a credential', () => {
    const filter = new CredentialFilter(patternsOf('super-secret-key'), true);
    expect(atOnce(filter.take(Buffer.from('data: {"a":1}\n\n'))).toString()).toBe('data: {"a":1}\n\n');
    expect(atOnce(filter.take(Buffer.from('data: super-sec'))).toString()).toBe('data: ');
    expect(atOnce(filter.take(Buffer.from('ond\n\n'))).toString()).toBe('super-second\n\n');
  });

  it.each(['test', 'id', '1234567'])('a credential as short as %j is left in ordinary words', (value) => {
    expect(cleaned(value, `{"a":"${value}"}`)).toBe(`{"a":"${value}"}`);
    const patterns = credentialPatterns({ name: 'KEY', scheme: { type: 'http', scheme: 'bearer' } }, value);
    const filter = new CredentialFilter(patterns, true);
    expect(atOnce(filter.whole(Buffer.from(`{"a":"Bearer ${value}"}`))).toString()).toBe(
      `{"a":"${credentialMark}"}`,
    );
  });
});

const character = fc.constantFrom(...'ab+/%\\ "é😀');
const text = fc.array(character, { minLength: 2, maxLength: 6 }).map((all) => all.join(''));
const filler = fc.constantFrom(
  // biome-ignore format: a list
  ...['\\', '\\\\', '%', '%25', '+', '-', '_', 'u0061', '\\u00', '\\x6', 'x', '\xe9'],
);

it.each([true, false])(
  'what is found is the same as by a plain search, in any mixture of encodings and of their beginnings: %s',
  (isRaw) => {
    const written = (texts: string[]) => {
      const one = fc
        .constantFrom(...texts.flatMap((each) => [...each]))
        .chain((each) => fc.constantFrom(...waysOf(each)));
      return fc.array(fc.oneof({ weight: 4, arbitrary: one }, filler), { maxLength: 40 });
    };
    const texts = fc.array(text, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        texts.chain((all) => fc.tuple(fc.constant(all), written(all))),
        ([all, pieces]) => {
          const bytes = Buffer.from(pieces.join(''));
          const patterns = all.map((each) => new CredentialPattern('KEY', each, isRaw));
          const clean = atOnce(new CredentialFilter(patterns, true).whole(bytes)).toString('latin1');
          expect(clean).toBe(cleanedPlainly(all, bytes.toString('latin1'), !isRaw));
        },
      ),
      { numRuns: runs(50) },
    );
  },
);

/**
 * Takes texts out of bytes that are read as Latin-1, as the filter of credentials should, but slowly: at each place it
 * tries each text, character by character, in every way of writing it.
 */
function cleanedPlainly(texts: string[], bytes: string, isBase64: boolean): string {
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
