import { expect, it } from 'vitest';
import { pageAfterSignIn } from '../../../../lib/account/sign-in-address.ts';

it('leads back to the page that it was opened from', () => {
  expect(pageAfterSignIn('/products/qr-code')).toBe('/products/qr-code');
});

it.each([
  ...['/sign-in', '/setup', '/join/x', '/password', '/api/session'],
  ...[
    '//example.com',
    'https://example.com',
    '/\\example.com',
    '/a?b=//c',
    '/..//example.com',
    '/.//example.com',
  ],
  ...[undefined, ['/']],
])('leads to no other place: %s', (from) => expect(pageAfterSignIn(from)).toBeUndefined());
