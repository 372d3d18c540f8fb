import { decodeJwt as claimsOf, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  token: string;
  secret: string | null;
}

const millisecondsPerSecond = 1000;

export const decodeJwt = operation<Input>(async ({ token, secret }) => {
  const { header, claims } = decode(token);
  return json({
    header,
    claims,
    issuedAt: instant(claims.iat),
    expiresAt: instant(claims.exp),
    expired: claims.exp === undefined ? null : claims.exp * millisecondsPerSecond < Date.now(),
    signature: secret === null ? 'not checked' : await checkSignature(token, secret, claims.exp),
  });
});

function decode(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: claimsOf(token) };
  } catch {
    throw new Refusal(
      'The token is not a JSON Web Token, which is three base64url parts with dots between, the first two JSON.',
    );
  }
}

/** Checks HMAC signatures only. Expiry is reported separately and does not invalidate a signature. */
async function checkSignature(
  token: string,
  secret: string,
  expiry: number | undefined,
): Promise<'valid' | 'invalid'> {
  const currentDate = new Date(((expiry ?? 1) - 1) * millisecondsPerSecond);
  try {
    await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256', 'HS384', 'HS512'],
      currentDate,
    });
    return 'valid';
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) return 'valid';
    if (error instanceof errors.JOSEError) return 'invalid';
    throw error;
  }
}

function instant(seconds: unknown): string | null {
  const date = new Date(typeof seconds === 'number' ? seconds * millisecondsPerSecond : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
