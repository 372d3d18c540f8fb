import { Secret, TOTP } from 'otpauth';

/** What RFC 4226 recommends: 160 bits. */
const secretBytes = 20;
/** What every authenticator app understands. */
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks may differ by one step. */
const window = 1;

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an authenticator app reads from a QR code. `portal`: its host. */
export function totpLink(secret: string, email: string, portal: string): string {
  return totpOf(secret, { issuer: `Farebox (${portal})`, label: email }).toString();
}

/** The step of time that a code belongs to; undefined if it is not valid at this time. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / common.period) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...common, ...names, secret: Secret.fromBase32(secret) });
}
