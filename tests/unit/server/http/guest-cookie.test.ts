import { describe, expect, it } from 'vitest';
import {
  hasGuestCookie,
  newGuestCookie,
  readGuestCookie,
  renewedGuestCookie,
} from '../../../../server/doors/cookies.ts';
import { portalSecret } from '../../../../server/portal/portal-secret.ts';

const [old, recent] = [Buffer.from('a secret of the tests, 32 bytes.'), Buffer.from('a new one')];
const secret = portalSecret([old]);

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
    expect(made(true).setCookie).toMatch(/^__Host-farebox_guest=.*; Path=\/; .*; Secure$/);
  });

  it('reads back as the history that it names, among other cookies', () => {
    const { owner, pair } = made();
    for (const header of [
      pair,
      `a=b; ${pair}`,
      `${pair};c=d`,
      `x_farebox_guest=no; ${pair}; farebox_guests=no`,
    ])
      expect(readGuestCookie(header, secret, false), header).toBe(owner);
  });

  it('is nothing once a character of it is changed', () => {
    const { pair } = made();
    for (let index = 'farebox_guest='.length; index < pair.length; index++) {
      const changed = `${pair.slice(0, index)}${pair[index] === 'A' ? 'B' : 'A'}${pair.slice(index + 1)}`;
      expect(readGuestCookie(changed, secret, false), String(index)).toBeUndefined();
    }
  });

  it('is nothing under another secret', () => {
    expect(readGuestCookie(made().pair, portalSecret([recent]), false)).toBeUndefined();
  });

  it('is read with any secret of a list, and signed anew with the first', () => {
    const { owner, pair } = made();
    const both = portalSecret([recent, old]);
    expect(readGuestCookie(pair, both, false)).toBe(owner);
    const renewed = renewedGuestCookie(owner, pair, both, false)?.split(';')[0] ?? '';
    expect(readGuestCookie(renewed, portalSecret([recent]), false)).toBe(owner);
    expect(renewedGuestCookie(owner, renewed, both, false)).toBeUndefined();
    expect(renewedGuestCookie(owner, pair, portalSecret([old, recent]), false)).toBeUndefined();
    // A browser may send both.
    expect(readGuestCookie(`${pair}; ${renewed}`, both, false)).toBe(owner);
  });

  it.each(['', 'farebox_guest', 'farebox_guest=', 'farebox_guest=.', 'farebox_guest=acc_1.x', 'a=b', ';;=;'])(
    'is not in %j',
    (header) => {
      expect(readGuestCookie(header, secret, false)).toBeUndefined();
    },
  );

  it('is seen also where it is damaged', () => {
    expect(hasGuestCookie('a=b; farebox_guest=x', false)).toBe(true);
    expect(hasGuestCookie('a=b; other=farebox_guest', false)).toBe(false);
  });

  it('has another name on HTTPS, and the one of plain HTTP is nothing there', () => {
    const [plain, secure] = [made(false), made(true)];
    expect(readGuestCookie(secure.pair, secret, true)).toBe(secure.owner);
    expect(readGuestCookie(plain.pair, secret, true)).toBeUndefined();
    expect(hasGuestCookie(plain.pair, true)).toBe(false);
    expect(readGuestCookie(`${plain.pair}; ${secure.pair}`, secret, true)).toBe(secure.owner);
  });

  it('that nobody signed does not hide the one that the portal signed, in either order', () => {
    const { owner, pair } = made();
    for (const planted of ['farebox_guest=planted', 'farebox_guest=', pair])
      for (const header of [`${planted}; ${pair}`, `${pair}; ${planted}`])
        expect(readGuestCookie(header, secret, false), header).toBe(owner);
  });

  it('is nothing where two different ones are signed: either may be planted', () => {
    const [own, planted] = [made().pair, made().pair];
    expect(readGuestCookie(`${own}; ${planted}`, secret, false)).toBeUndefined();
  });

  it('is nothing among many: each would be checked', () => {
    const many = Array.from({ length: 4 }, (_none, index) => `farebox_guest=${index}`).join('; ');
    expect(readGuestCookie(`${many}; ${made().pair}`, secret, false)).toBeUndefined();
  });
});
