import { createHmac, randomInt } from 'node:crypto';
import type { MailAddress } from '../../lib/account/mail-address.ts';
import { mailCodeDigits } from '../../lib/account/mail-codes.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Settings } from '../env.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';

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
    throw new Problem('forbidden', 'This portal mails no codes. Use your password.');
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

Enter it only there, and tell it to nobody. If you did not ask for it, you can ignore this mail.
`,
  };
}
