import type { z } from 'zod';
import type { newRegistration } from '../../lib/account/identities.ts';
import { comparisonKeyOf, type MailAddress } from '../../lib/account/mail-address.ts';
import type { setupBody } from '../../lib/account/people.ts';
import { Problem, invalidBody } from '../../lib/problem/problem.ts';
import { momentText } from '../../lib/text/times.ts';
import type { Context } from '../context.ts';
import type { Settings } from '../env.ts';
import type { Taker } from '../limits/waiting-line.ts';
import { newAccountId, randomLetters } from '../call-id.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import { rolesFor } from '../rights.ts';
import { writeChange } from '../store/write-change.ts';
import type { Writer } from '../store/writer.ts';
import { newSession, refuseWeakPassword } from './change-password.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { hashPassword } from './password-hash.ts';
import { hashOfNetwork, hasMailCodes } from './proofs/prove-code.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;
/** Nobody gets more mails than one a minute, whoever asks for them. */
const pauseMs = 60 * 1000;

/** Mails a link by which whoever has the address registers. Known and unknown addresses are alike, but for the mail. */
export async function beginRegistration(
  context: Context,
  { address, comparisonKey }: MailAddress,
  network: string,
): Promise<void> {
  const { url } = context.settings;
  requireOpen(context.settings);
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const expiresAt = now + lifetimeMs;
  const { bound } = await writeChange(context, 'begin-registration', {
    email: address,
    emailKey: comparisonKey,
    hash,
    now,
    expiresAt,
    pauseMs,
    askedBy: hashOfNetwork(context.secret, network),
    mail: registrationMail(`${url}/register#${token}`, url, expiresAt),
    mailToKnown: alreadyRegisteredMail(url, hasMailCodes(context.settings)),
  });
  // Whether somebody else has asked for mails to the address is theirs to know.
  if (bound === 'network' || bound === 'all') throw mailedEnough(bound);
}

function mailedEnough(bound: 'network' | 'all'): Problem {
  const who = bound === 'network' ? 'Your network has' : 'New people have';
  return new Problem(
    'rate-limited',
    `${who} asked for as many links as this portal mails in a day. Try again tomorrow, or ask its operator for an invitation.`,
    [],
    { 'retry-after': String(60 * 60) },
  );
}

/** The browser of somebody who is new. */
export interface Newcomer {
  device: string;
  /** The owner of the calls that it made as a guest. */
  history: string | null;
  requestId: string;
}

/** Their password waits for its turn. */
export interface NewcomerWithPassword extends Newcomer {
  from: Taker;
}

/** Makes a person with the link that was mailed to them. Returns the token of their session. */
export async function register(
  context: Context,
  { token, name, password }: z.output<typeof newRegistration>,
  { device, history, requestId, from }: NewcomerWithPassword,
): Promise<string> {
  requireOpen(context.settings);
  const linkHash = hashLinkToken(token);
  const email = await context.store.people.findRegistration(linkHash, new Date());
  // Nobody makes the portal judge or hash passwords without a link.
  if (email === undefined) throw registrationExpired();
  await refuseWeakPassword(context, password, [email, name], from);
  const known = await context.store.people.findByEmail(comparisonKeyOf(email));
  const passwordHash = await hashPassword(password, from);
  const person = { id: known?.id ?? newPersonId(), name, passwordHash };
  const now = Date.now();
  const started = newSession(device, now);
  const wish = {
    proof: { linkHash },
    person,
    accountId: newAccountId(),
    session: started.session,
    now,
    credits: context.settings.registrationCredits,
    history,
  };
  const author = { kind: 'person', id: person.id, requestId } as const;
  const { outcome } = await writeChange(context, 'register', wish, author);
  if (outcome !== 'registered') throw registrationExpired();
  return started.token;
}

function registrationExpired(): Problem {
  return new Problem(
    'link-expired',
    'This link has expired or was used. If you have registered with it, sign in; otherwise ask for a new one.',
  );
}

function requireOpen({ registration }: Pick<Settings, 'registration'>): void {
  if (registration === 'open') return;
  throw new Problem('forbidden', 'This portal is invitation-only. Ask its operator for an invitation.');
}

/** Who may invite people who are new to the portal: members, or operators alone. */
export function newPeopleRules({ registration }: Pick<Settings, 'registration'>) {
  return { allowsNew: registration !== 'closed', operators: rolesFor('invite-member') };
}

/** Has nothing that the person who asked for it has written: they may not have the address. `url`: the portal. */
function registrationMail(link: string, url: string, expiresAtMs: number): MailText {
  return {
    subject: 'Create your account for Farebox',
    text: `With this link you create an account at the portal ${url}. It works once, until ${momentText(new Date(expiresAtMs).toISOString())} UTC:

${link}

If you did not ask for it, you can ignore this email.
`,
  };
}

export function alreadyRegisteredMail(url: string, hasMailCodes: boolean): MailText {
  const instead = hasMailCodes
    ? 'have a code emailed there, then choose a new one in your profile'
    : 'ask an operator of the portal for a link to choose a new one';
  return {
    subject: 'You have an account for Farebox already',
    text: `Somebody, perhaps you, asked to create an account at the portal ${url} with this address. There is one already: sign in at ${url}/sign-in. If you have forgotten the password, ${instead}.

If it was not you, you can ignore this email. Nothing was changed.
`,
  };
}

/** Makes the first operator, with the link that the portal printed. Returns the token of their session. */
export async function claimPortal(
  context: Context,
  { token, email, name, password }: z.output<typeof setupBody>,
  device: string,
  requestId: string,
  from: Taker,
): Promise<string> {
  const now = Date.now();
  const linkHash = hashLinkToken(token);
  // Nobody makes the portal judge or hash passwords without a link.
  if (!(await context.store.people.hasLink('setup', linkHash, new Date(now))))
    throw setupExpired((await context.store.people.hasOperator()) ? 'operator' : 'link');
  await refuseWeakPassword(context, password, [email.address, name], from);
  const passwordHash = await hashPassword(password, from);
  const { address, comparisonKey } = email;
  const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name, passwordHash };
  const begun = newSession(device, now);
  const author = { kind: 'person', id: person.id, requestId } as const;
  const claim = { linkHash, person, session: begun.session, now };
  const result = await writeChange(context, 'claim-portal', claim, author);
  if (result.claimed) return begun.token;
  if (result.because === 'email')
    throw invalidBody([{ pointer: '/email', detail: 'Somebody else has this address.' }]);
  throw setupExpired(result.because);
}

function setupExpired(because: 'operator' | 'link'): Problem {
  return new Problem(
    'link-expired',
    because === 'operator'
      ? 'This portal already has an operator. Ask them for an invitation, or sign in.'
      : 'This link has expired or was used. Use the link of the newest start, or restart the portal to get a new one.',
  );
}

export function newPersonId(): string {
  return `per_${randomLetters(16)}`;
}

/** Makes the operator of the settings, while there is none. Returns whether that was done. */
export async function provisionOperator(
  { operator }: Pick<Settings, 'operator'>,
  writer: Writer,
): Promise<boolean> {
  if (!operator) return false;
  const { email, passwordHash } = operator;
  const { address, comparisonKey } = email;
  const name = address.slice(0, address.indexOf('@'));
  const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name };
  const { personId } = await writer.run('provision-operator', { person, passwordHash, now: Date.now() });
  return personId !== null;
}
