import { expect, it } from 'vitest';
import { pageAfterSignIn, signInAddress } from '../../../../lib/account/sign-in-address.ts';

it('leads back to the page that it was opened from', () => {
  expect(signInAddress('/products/qr-code')).toBe('/sign-in?from=/products/qr-code');
  expect(pageAfterSignIn('/products/qr-code')).toBe('/products/qr-code');
});

it.each(['/sign-in', '/setup', '/join/x', '/password'])(
  'leads on from %s, which is for nobody who is signed in',
  (path) => {
    expect(signInAddress(path)).toBe('/sign-in');
  },
);

it.each(['//example.com', 'https://example.com', '/\\example.com', '/a?b=//c', undefined, ['/']])(
  'leads to no other place: %s',
  (from) => expect(pageAfterSignIn(from)).toBeUndefined(),
);
