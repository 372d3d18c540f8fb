import slugify from '@sindresorhus/slugify';
import { decodeJwt as claimsOf, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { nanoid } from 'nanoid';
import { randomInt } from 'node:crypto';
import semver from 'semver';
import { ulid } from 'ulid';
import { v4, v7 } from 'uuid';
import { json, operation, Refusal } from '../operation.ts';

interface CreateIdsInput {
  kind: keyof typeof makers;
  count: number;
}

const letters = 32;
/** The library's default calls the generator for each letter, which takes seven times as long. */
const randomLetter = () => randomInt(letters) / letters;

const makers = {
  uuid4: () => v4(),
  uuid7: () => v7(),
  ulid: () => ulid(undefined, randomLetter),
  nanoid: () => nanoid(),
};

export const createIds = operation<CreateIdsInput>(({ kind, count }) =>
  json({ kind, ids: Array.from({ length: count }, makers[kind]) }),
);

interface DecodeJwtInput {
  token: string;
  secret: string | null;
}

const millisecondsPerSecond = 1000;

export const decodeJwt = operation<DecodeJwtInput>(async ({ token, secret }) => {
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

interface CompareVersionsInput {
  versions: string[];
  range: string;
  includePrerelease: boolean;
}

export const compareVersions = operation<CompareVersionsInput>(({ versions, range, includePrerelease }) => {
  const options = { includePrerelease };
  const wrong = versions.find((version) => !semver.valid(version));
  if (wrong !== undefined)
    throw new Refusal(`"${wrong}" is not a semantic version; write it like 1.4.0 or 2.0.0-rc.1.`);
  if (semver.validRange(range, options) === null)
    throw new Refusal(`"${range}" is not a version range; write it like ^1.4.0.`);
  return json({
    sorted: semver.sort([...versions]),
    satisfying: versions.filter((version) => semver.satisfies(version, range, options)),
    best: semver.maxSatisfying(versions, range, options),
  });
});

interface SlugifyTextsInput {
  texts: string[];
  separator: string;
  lowercase: boolean;
}

export const slugifyTexts = operation<SlugifyTextsInput>(({ texts, separator, lowercase }) =>
  json({ slugs: texts.map((text) => ({ text, slug: slugify(text, { separator, lowercase }) })) }),
);
