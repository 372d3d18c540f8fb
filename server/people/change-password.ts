import type { z } from 'zod';
import type { newPasswordBody } from '../../lib/account/people.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { momentText } from '../../lib/text/times.ts';
import { authorOf, type Caller, type SignedInPerson } from '../callers/caller.ts';
import { requirePerson, isFresh } from '../callers/require-role.ts';
import { hashSessionToken, sessionMs } from '../callers/sessions.ts';
import type { Context } from '../context.ts';
import type { Taker } from '../limits/waiting-line.ts';
import { randomLetters } from '../call-id.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import type { NewSession } from '../store/people/session-jobs.ts';
import { writeChange } from '../store/write-change.ts';
import type { Payload } from '../store/writer.ts';
import { hashLinkToken, linkLifetimeMs, newLinkToken } from './link-token.ts';
import { hashPassword, isPassword, atTurn } from './password-hash.ts';

/**
 * Whether a change needs the current password: not in the ten minutes after the mailed code that began the session, as the
 * mailbox signs in anyway. A stolen session must not set a password otherwise, so no confirmation renews this. A passkey,
 * or a second factor that the sign-in did not ask for, keeps the need.
 */
export async function needsCurrentPassword(
  { store }: Pick<Context, 'store'>,
  { key, mailedCodeAtMs }: SignedInPerson,
  now: number,
): Promise<boolean> {
  if (!isFresh(mailedCodeAtMs, now)) return true;
  const [factor, passkeys] = await Promise.all([
    store.people.secondFactorOf(key),
    store.people.passkeysOf(key),
  ]);
  return passkeys.length > 0 || (factor?.confirmedAt?.getTime() ?? 0) > mailedCodeAtMs;
}

/** Changes the password of the caller, whose other sessions end. */
export async function changePassword(
  context: Context,
  caller: Caller,
  { current, password }: z.output<typeof newPasswordBody>,
  requestId: string,
  from: Taker,
): Promise<void> {
  const person = requirePerson(caller);
  const { key, id, sessionId } = person;
  const now = Date.now();
  const { passwordHash, email, name } = await context.store.people.read(key);
  if (current === undefined) {
    if (await needsCurrentPassword(context, person, now))
      throw invalidBody([
        {
          pointer: '/current',
          detail:
            passwordHash === null
              ? 'You do not have a password. Ask an operator for a link to choose one.'
              : 'Enter your current password.',
        },
      ]);
  } else if (!(await isPassword(current, passwordHash, from)))
    throw new Problem('wrong-password', 'The current password is wrong.', [
      { pointer: '/current', detail: 'This is not your current password.' },
    ]);
  await refuseWeakPassword(context, password, [email, name], from);
  const change = {
    personKey: key,
    personId: id,
    passwordHash: await hashPassword(password, from),
    sessionId,
    mail: passwordChangedMail(context.settings.url),
    now,
  };
  await writeChange(context, 'change-password', change, authorOf(caller, requestId));
}

/**
 * Sets the password of whoever has the link. Returns the token of their new session; all others have ended. Null if they
 * have a second factor, and sign in with it.
 */
export async function choosePassword(
  context: Context,
  { token, password }: { token: string; password: string },
  device: string,
  requestId: string,
  from: Taker,
): Promise<string | null> {
  const linkHash = hashLinkToken(token);
  // Nobody makes the portal judge or hash passwords without a link.
  if (!(await context.store.people.hasLink('password', linkHash, new Date()))) throw linkExpired();
  await refuseWeakPassword(context, password, [], from);
  const passwordHash = await hashPassword(password, from);
  const now = Date.now();
  const begun = newSession(device, now);
  const result = await writeChange(
    context,
    'use-password-link',
    {
      linkHash,
      passwordHash,
      session: begun.session,
      now,
      mail: passwordChangedMail(context.settings.url),
    },
    // Whoever has the link is the person, and the entry names them as its target.
    { kind: 'portal', id: null, requestId },
  );
  if (result.personId !== null) return result.signedIn ? begun.token : null;
  throw linkExpired();
}

function linkExpired(): Problem {
  return new Problem('link-expired', 'This link has expired or was used. Ask an operator for a new one.');
}

/** Of 0 to 4: 3 takes ten billion guesses. */
const leastScore = 3;

/** Refuses a password that is easy to guess, also because it resembles the person's name or address. */
export async function refuseWeakPassword(
  { judgePassword }: Pick<Context, 'judgePassword'>,
  password: string,
  known: string[],
  from: Taker,
): Promise<void> {
  const score = await atTurn(from, () => judgePassword(password, known));
  if (score >= leastScore) return;
  throw invalidBody([
    {
      pointer: '/password',
      detail:
        'This password is easy to guess. Use a longer one, such as four words that do not belong together.',
    },
  ]);
}

/** Has a link by which a person chooses a password. `url`: the portal. */
function passwordLinkMail(link: string, url: string, expiresAtMs: number): MailText {
  const until = `${momentText(new Date(expiresAtMs).toISOString())} UTC`;
  return {
    subject: 'Choose a password for Farebox',
    text: `With this link you choose a password for the portal at ${url}. It works once, until ${until}:

${link}

If you did not expect this email, you can ignore it.
`,
  };
}

/** Warns a person in case somebody else has changed the password. */
function passwordChangedMail(url: string): MailText {
  return {
    subject: 'Your password for Farebox was changed',
    text: `The password of this address for the portal at ${url} was changed, and all other sessions have ended.

If it was not you, ask an operator of the portal for a link to choose a new password.
`,
  };
}

/** A link by which a person chooses a password, and what the writer needs to make it. `url`: the portal. */
export function newPasswordLink(
  url: string,
  emailKey: string,
): { link: string; payload: Payload<'make-password-link'> } {
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const link = `${url}/password#${token}`;
  const expiresAt = now + linkLifetimeMs;
  return { link, payload: { emailKey, hash, now, expiresAt, mail: passwordLinkMail(link, url, expiresAt) } };
}

/** 160 bits. */
const tokenLetters = 32;
const idLetters = 16;

/** A session of a person that is about to begin, and the token for its cookie. */
export function newSession(device: string, now: number): { token: string; session: NewSession } {
  const token = `ses_${randomLetters(tokenLetters)}`;
  const id = `ses_${randomLetters(idLetters)}`;
  return { token, session: { hash: hashSessionToken(token), id, device, expiresAt: now + sessionMs } };
}
