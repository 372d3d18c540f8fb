import { expect, test } from 'vitest';
import { readSettings } from '../../../../server/env.ts';
import { whyNoPasskeys } from '../../../../server/people/proofs/passkeys.ts';

test.each([
  ['nothing is set', {}, 'http://localhost:3000'],
  ['there is another port', { PORT: '8080' }, 'http://localhost:8080'],
  ['it listens on loopback in IPv6', { HOST: '::1' }, 'http://localhost:3000'],
  ['it listens everywhere', { HOST: '0.0.0.0' }, 'http://localhost:3000'],
])('where %s, the public address has passkeys', (_what, variables, url) => {
  const settings = readSettings(variables);
  expect(settings.url).toBe(url);
  expect(whyNoPasskeys(settings)).toBeUndefined();
});

test('a portal in a network has the address that it listens on', () => {
  expect(readSettings({ HOST: '10.0.0.7' }).url).toBe('http://10.0.0.7:3000');
  expect(readSettings({ HOST: 'fd00::7' }).url).toBe('http://[fd00::7]:3000');
});
