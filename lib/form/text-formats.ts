import type { TextWidget } from './widget.ts';

interface TextFormat {
  input: TextWidget['input'];
  /** The expected text, in words. */
  wanted: string;
  sample?: string;
}

const url: TextFormat = { input: 'url', wanted: 'URL', sample: 'https://example.com' };
const reference: TextFormat = { input: 'url', wanted: 'URL or path', sample: '/path' };
const email: TextFormat = { input: 'email', wanted: 'email address', sample: 'name@example.com' };
const colour: TextFormat = { input: 'colour', wanted: 'colour', sample: '#000000' };
const host: TextFormat = { input: 'line', wanted: 'host name', sample: 'api.example.com' };

/** Formats that need an explanation before the first wrong value. */
const formats = new Map<string, TextFormat>([
  ['color', colour],
  ['colour', colour],
  ['hex-color', colour],
  // The browser shows how to write a date.
  ['date', { input: 'date', wanted: 'date' }],
  ['date-time', { input: 'date-time', wanted: 'date and time', sample: '2026-01-15T09:30:00Z' }],
  ['time', { input: 'time', wanted: 'time', sample: '09:30:00Z' }],
  ['duration', { input: 'line', wanted: 'ISO 8601 duration', sample: 'PT15M' }],
  ['email', email],
  ['idn-email', email],
  ['password', { input: 'password', wanted: 'secret text' }],
  ['uri', url],
  ['url', url],
  ['iri', url],
  ['uri-reference', reference],
  ['iri-reference', reference],
  ['uuid', { input: 'key', wanted: 'UUID', sample: '123e4567-e89b-12d3-a456-426614174000' }],
  ['ipv4', { input: 'key', wanted: 'IPv4 address', sample: '192.0.2.1' }],
  ['ipv6', { input: 'key', wanted: 'IPv6 address', sample: '2001:db8::1' }],
  ['hostname', host],
  ['idn-hostname', host],
  ['json', { input: 'code', wanted: 'JSON as text' }],
  ['json-pointer', { input: 'line', wanted: 'JSON pointer', sample: '/items/0' }],
  ['html', { input: 'code', wanted: 'HTML' }],
  ['xml', { input: 'code', wanted: 'XML' }],
  ['css', { input: 'code', wanted: 'CSS' }],
  ['sql', { input: 'code', wanted: 'SQL' }],
  ['regex', { input: 'code', wanted: 'regular expression' }],
]);

export function textFormat(format = ''): TextFormat | undefined {
  return formats.get(format);
}

export const colourFormat = colour;
