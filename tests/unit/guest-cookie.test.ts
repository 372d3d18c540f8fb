import { describe, expect, it } from 'vitest';
import { guestCookieIn, newGuestCookie, readGuestCookie } from '../../server/callers/guest-cookie.ts';

const secret = Buffer.from('a secret of the tests, 32 bytes.');

function made(isHttps = false) {
  const { owner, setCookie } = newGuestCookie(secret, isHttps);
  return { owner, setCookie, pair: setCookie.split(';')[0] ?? '' };
}

describe('the cookie of a guest', () => {
  it('names a new history, and is for the portal alone', () => {
    const { owner, setCookie } = made();
    expect(owner).toMatch(/^anon_[0-9a-z]{32}$/);
    expect(setCookie).toMatch(
      /^farebox_guest=anon_\w{32}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    expect(made().owner).not.toBe(owner);
    expect(made(true).setCookie).toMatch(/; Secure$/);
  });

  it('reads back as the history that it names, among other cookies', () => {
    const { owner, pair } = made();
    for (const header of [
      pair,
      `a=b; ${pair}`,
      `${pair};c=d`,
      `x_farebox_guest=no; ${pair}; farebox_guests=no`,
    ])
      expect(readGuestCookie(header, secret), header).toBe(owner);
  });

  it('is nothing once a character of it is changed', () => {
    const { pair } = made();
    for (let index = 'farebox_guest='.length; index < pair.length; index++) {
      const changed = `${pair.slice(0, index)}${pair[index] === 'A' ? 'B' : 'A'}${pair.slice(index + 1)}`;
      expect(readGuestCookie(changed, secret), String(index)).toBeUndefined();
    }
  });

  it('is nothing under another secret', () => {
    expect(readGuestCookie(made().pair, Buffer.from('another secret of 32 bytes at all'))).toBeUndefined();
  });

  it.each(['', 'farebox_guest', 'farebox_guest=', 'farebox_guest=.', 'farebox_guest=acc_1.x', 'a=b', ';;=;'])(
    'is not in %j',
    (header) => {
      expect(readGuestCookie(header, secret)).toBeUndefined();
    },
  );

  it('is seen also where it is damaged', () => {
    expect(guestCookieIn('a=b; farebox_guest=x')).toBe('x');
    expect(guestCookieIn('a=b; other=farebox_guest')).toBeUndefined();
  });
});
