import { isJsonObject } from '../json/json.ts';
import type { TextRules } from '../schema/schema-node.ts';
import { Work } from '../validation/work.ts';
import { samplePattern } from './sample-pattern.ts';

const sampleBytes = 'Farebox';
/** Samples are not longer than this. */
const maxLength = 20_000;

const byFormat: Record<string, string> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  'iso-time': '09:30:00Z',
  'iso-date-time': '2026-01-15T09:30:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': '/a',
  iri: 'https://example.com/a',
  'iri-reference': '/a',
  'uri-template': '/a/{id}',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'json-pointer': '/a',
  'json-pointer-uri-fragment': '#/a',
  'relative-json-pointer': '0/a',
  regex: '^a$',
  password: 'correct horse battery',
};

/** A text with the format, length and pattern of a schema; `variant` selects further ones. */
export function sampleString(rules: Partial<TextRules> = {}, variant = 0): string | undefined {
  const { format, pattern, minLength: min = 0, mediaType, isFile } = rules;
  const max = Math.min(rules.maxLength ?? maxLength, maxLength);
  if (min > maxLength) return undefined;
  if (isFile || format === 'base64') return base64(min, max);
  if (pattern) return samplePattern(pattern.source, min, max, variant);
  const known = format !== undefined && Object.hasOwn(byFormat, format) ? byFormat[format] : undefined;
  if (known !== undefined) return ofFormat(known, min, max, variant);
  return mediaType === 'application/json' ? '{}' : plain(min, max, variant);
}

/** Base64 of a length within the limits. */
function base64(min: number, max: number): string {
  const size = Math.min(Math.max(min, sampleBytes.length), max);
  return btoa(sampleBytes.padEnd(size, 'a').slice(0, size));
}

/** An input without the files that `base64` makes. They make an example valid, and nobody wants to send them. */
export function withoutSampleFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isSampleFile(item)).map(withoutSampleFiles);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => !isSampleFile(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutSampleFiles(member)]));
}

const sampleFile = new RegExp(`^${sampleBytes}a*$`);

function isSampleFile(value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith(btoa(sampleBytes.slice(0, 6)))) return false;
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && sampleFile.test(atob(value));
}

/** A format fixes the form and mostly the length. Formats without a fixed length are padded. */
function ofFormat(known: string, min: number, max: number, variant: number): string {
  const digit = known.search(/\d(?=\D*$)/);
  const varied =
    variant === 0 || digit < 0
      ? variant === 0
        ? known
        : vary(known, variant)
      : known.slice(0, digit) + ((Number(known[digit]) + variant) % 9) + known.slice(digit + 1);
  if (varied.length > max)
    return (
      ['a@b.co', 'http://a', 'a.co'].find(
        (text) => text.length <= max && text.includes('@') === known.includes('@'),
      ) ?? varied
    );
  if (varied.length >= min) return varied;
  const filler = 'a'.repeat(min - varied.length);
  return known.includes('@') ? filler + varied : varied + filler;
}

function vary(known: string, variant: number): string {
  return known.includes('@') ? `ada${variant}${known.slice(3)}` : `${known}${variant}`;
}

function plain(min: number, max: number, variant: number): string {
  const word = variant === 0 ? 'text' : `text${variant + 1}`;
  const long = word.length >= min ? word : word + 'a'.repeat(min - word.length);
  return long.length <= max ? long : long.slice(long.length - max);
}

/** The budget for checking candidates. It has no clock, so a schema has the same samples on every machine. */
export class SampleWork extends Work {
  /** A pattern counts as a quarter of its limit, which is a multiple of its usual cost. */
  override spendTime(_milliseconds: number, most: number): void {
    this.spend(Math.ceil(most / 4));
  }

  override hasTime(): boolean {
    return true;
  }
}
