import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textFormats } from '../../../../lib/schema/formats/text-formats.ts';
import { runs } from '../../../setup/runs.ts';

/** Those that ajv-formats has, of which texts are held to all but the last. */
const names = Object.keys(fullFormats).filter((name) => textFormats.has(name));

function isOfAjvFormat(name: string, text: string): boolean {
  const format: unknown = Object.entries(fullFormats).find(([key]) => key === name)?.[1];
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === 'function') return Boolean(format(text));
  const { validate } = Object(format);
  return Boolean(validate instanceof RegExp ? validate.test(text) : validate(text));
}

const pieces = [
  'a', 'Z', '9', '0', '10', '127', '255', '256', 'com', '-', '.', '..', ':', '::', '/', '//', '@', '?', '#', '[', ']', '[::1]', '%41', '%', '~0',
  '~', '{a}', '{', '}', '{+a,b*}', '{a:3}', '"', ' ', 'é', '😀', 'http://', 'https://', 'ftp:', 'mailto:', '1.2.3.4', '10.0.0.1', 'fe80', 'P', '1Y',
  '2M', '3D', 'T', '4H', '5S', 'W', '2024-02-29', '2023-02-29', 'T10:00:00', '23:59:60', '.5', 'Z', '+01:00', '-0530', '_', '*', '(', ')', '\\Z', '\n',
]; // biome-ignore format: a list of texts

const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.emailAddress(),
  fc.ipV4(),
  fc.ipV6(),
  fc.uuid(),
  fc.domain(),
  fc
    .webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true })
    .map((one) => `http://${one}/`),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

test.each(['https://?"', 'https://#"', 'https://a?b="c"', 'x:?"'])(
  '%s is a reference and no URI',
  (value) => {
    expect([textFormats.get('uri')?.(value), isOfAjvFormat('uri', value)]).toEqual([false, false]);
    expect(textFormats.get('uri-reference')?.(value)).toBe(true);
  },
);

test.each(names)('%s says what ajv-formats says', (name) => {
  fc.assert(
    fc.property(text, (value) => {
      expect([value, textFormats.get(name)?.(value)]).toEqual([value, isOfAjvFormat(name, value)]);
    }),
    { numRuns: runs(200) },
  );
});
