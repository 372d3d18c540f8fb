import { hash, createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { mailCodeDigits } from '../../../lib/account/factors.ts';
import type { MailAddress } from '../../../lib/account/mail-address.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Context } from '../../context.ts';
import { decryptText } from '../../portal/encrypted-text.ts';
import type { Settings } from '../../env.ts';
import { errorText, log } from '../../log.ts';
import type { PortalSecret } from '../../portal/portal-secret.ts';
import { base32, randomLetters } from '../../call-id.ts';
import type { CodeProof } from '../../store/people/proofs.ts';
import { writeChange } from '../../store/write-change.ts';

const codes = 10;
/** 80 bits: too many to try, so a fast hash is enough. */
const letters = 16;
const lettersOfGroup = 4;

const groups = new RegExp(`.{${lettersOfGroup}}`, 'g');
const wholeCode = new RegExp(`^[${base32}]{${letters}}$`);

/** Codes to write down, and what is stored of them. */
export function newRecoveryCodes(): { texts: string[]; hashes: string[] } {
  const made = Array.from({ length: codes }, () => randomLetters(letters));
  return { texts: made.map((code) => code.match(groups)?.join('-') ?? code), hashes: made.map(hashCode) };
}

/** The hash of a recovery code that somebody typed; undefined if it cannot be one. */
export function hashOfRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replaceAll('o', '0');
  return wholeCode.test(code) ? hashCode(code) : undefined;
}

function hashCode(code: string): string {
  return hash('sha256', `recovery code ${code}`);
}

/** What RFC 4226 recommends: 160 bits. */
const secretBytes = 20;
/** What every authenticator app understands. */
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks may differ by one step. */
const window = 1;

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpLink(secret: string, email: string, portal: { name: string; host: string }): string {
  return totpOf(secret, { issuer: `${portal.name} (${portal.host})`, label: email }).toString();
}

/** The step of time that a code belongs to; undefined if it is not valid at this time. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / common.period) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...common, ...names, secret: Secret.fromBase32(secret) });
}

/** A code of six digits is guessed within 300,000 tries. Recovery codes are too long to guess. */
const mostTries = 10;
const triesWithinMs = 60 * 60 * 1000;

const digits = /^\d{6}$/;

/** What a code proves about a person, for the job that uses it up. Refuses a wrong code. */
export async function proveCode(
  context: Context,
  person: { key: number; id: string },
  typed: string,
  now: number,
): Promise<CodeProof> {
  const recoveryCode = hashOfRecoveryCode(typed);
  if (recoveryCode !== undefined) return { kind: 'recovery-code', hash: recoveryCode };
  const code = typed.replace(/[\s-]/g, '');
  const factor = await context.store.people.secondFactorOf(person.key);
  if (!digits.test(code)) throw wrongCode('unknown');
  if (!factor?.confirmedAt) throw wrongCode('code');
  await takeTry(context, person.key, now);
  const step = stepOfCode(secretOf(context, person.id, factor.secret), code, now);
  if (step === undefined) throw wrongCode('code');
  return { kind: 'code', step };
}

const wrongCodes = {
  code: 'This code is wrong, too old, or was used already. Enter the newest one of your app.',
  'recovery-code':
    'This recovery code is wrong, or was used already. Enter another one of those that you saved.',
  unknown: `Enter a code of your app, which has six digits, or a recovery code, which has ${letters} letters and digits.`,
};

export function wrongCode(kind: keyof typeof wrongCodes): Problem {
  const detail = wrongCodes[kind];
  return new Problem('wrong-code', detail, [{ pointer: '/code', detail }]);
}

/** The secret of a person's authenticator app. */
export function secretOf({ secret }: Pick<Context, 'secret'>, personId: string, encrypted: string): string {
  const text = decryptText(secret.all, { purpose: 'second factors', owner: personId }, encrypted);
  if (text !== undefined) return text;
  throw new Problem(
    'forbidden',
    'The portal can no longer check codes of your app, because its secret has changed. Use a recovery code, or ask an operator to remove your second factor.',
  );
}

/** Counted before the code is looked at, so that tries at the same time are counted, too. */
async function takeTry(context: Context, personKey: number, now: number): Promise<void> {
  const { retryAt } = await writeChange(context, 'take-code-try', {
    personKey,
    now,
    most: mostTries,
    withinMs: triesWithinMs,
  });
  if (retryAt === null) return;
  const seconds = Math.ceil((retryAt - now) / 1000);
  throw new Problem(
    'rate-limited',
    `There were ${mostTries} wrong codes within an hour. Use a recovery code, or try again in ${Math.ceil(seconds / 60)} minutes.`,
    [],
    { 'retry-after': String(seconds) },
  );
}

const lifetimeMs = 10 * 60 * 1000;
/** Nobody gets more mails than one a minute, whoever asks for them. */
const pauseMs = 60 * 1000;

/** Whether codes can be mailed. Without a mail server they would only be files. */
export function hasMailCodes({ smtp }: Pick<Settings, 'smtp'>): boolean {
  return smtp !== undefined;
}

/**
 * Mails a code to sign in with. Nobody waits for that, so that known and unknown addresses are alike. The job also
 * writes the same for both, but the mail.
 */
export function mailCode(
  { settings, secret, store }: Context,
  { comparisonKey }: MailAddress,
  network: string,
): void {
  if (!hasMailCodes(settings))
    throw new Problem('forbidden', 'This portal does not email codes. Use your password.');
  const code = String(randomInt(10 ** mailCodeDigits)).padStart(mailCodeDigits, '0');
  const now = Date.now();
  const wish = {
    emailKey: comparisonKey,
    ...hashesOf(secret, comparisonKey, code),
    now,
    expiresAt: now + lifetimeMs,
    pauseMs,
    askedBy: hashOfNetwork(secret, network),
    mail: codeMail(code, settings.url),
  };
  store.writer
    .run('mail-code', wish)
    .catch((error: unknown) => log('error', 'code-not-mailed', { error: errorText(error) }));
}

/** What is stored of a code: for whom it is, and what it is. Nobody learns either without the portal's secret. */
export function hashesOf(
  { naming }: Pick<PortalSecret, 'naming'>,
  emailKey: string,
  code: string,
): { hash: string; answer: string } {
  const keyed = (text: string) => createHmac('sha256', naming).update(text).digest('hex');
  return { hash: keyed(`mail code for ${emailKey}`), answer: keyed(`mail code ${code} for ${emailKey}`) };
}

/** Who asks for a mail, which its row has so that mails are bounded. The database gets no addresses. */
export function hashOfNetwork({ naming }: Pick<PortalSecret, 'naming'>, network: string): string {
  return createHmac('sha256', naming).update(`mails of ${network}`).digest('base64url');
}

function codeMail(code: string, url: string) {
  const groups = code.replace(/^.{4}/, '$& ');
  return {
    // Operators see subjects whose role does not allow to read the texts.
    subject: 'Your code for Farebox',
    text: `With this code you sign in to the portal at ${url}. It works once, for ten minutes:

${groups}

Enter it only there, and do not share it. If you did not ask for it, you can ignore this email.
`,
  };
}
