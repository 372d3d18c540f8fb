import { hash } from 'node:crypto';
import { comparisonKeyOf } from '../../lib/account/mail-address.ts';
import { type ShownLink, type WayIn, waysIn } from '../../lib/account/people.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import type { Settings } from '../env.ts';
import { randomLetters } from '../call-id.ts';
import type { Writer } from '../store/writer.ts';

/** 255 bits. */
const letters = 51;

/** How long a link can be used. A portal that runs for longer without an operator prints another one at its next start. */
export const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** A token for a link, which is used once. Only its hash is stored. */
export function newLinkToken(): { token: string; hash: string } {
  const token = randomLetters(letters);
  return { token, hash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return hash('sha256', token);
}

/** What a link to choose a password, to register or to set up the portal changes, for who has it. */
export async function showLink(
  { people, members }: Pick<Context['store'], 'people' | 'members'>,
  token: string,
  now: Date,
): Promise<ShownLink> {
  const hash = hashLinkToken(token);
  if (await people.hasLink('setup', hash, now))
    return { email: null, name: null, ends: [], keptKeys: 0, asksFactor: false, accounts: null };
  const email = await people.findRegistration(hash, now);
  const registers = email !== undefined;
  const person = await (registers
    ? people.findByEmail(comparisonKeyOf(email))
    : people.findByLink(hash, now));
  if (registers && !person)
    return { email, name: null, ends: [], keptKeys: 0, asksFactor: false, accounts: null };
  // Nobody registers twice.
  if (!person || (registers && person.addressProven))
    throw new Problem('link-expired', 'This link has expired or was used. Sign in, or ask for a new one.');
  const [factor, passkeys, identities, sessions, accounts, keys] = await Promise.all([
    people.secondFactorOf(person.key),
    people.passkeysOf(person.key),
    people.identitiesOf(person.key),
    people.sessionsOf(person.key, now),
    members.accountsOf(person.key),
    people.countKeysOf(person.key, now),
  ]);
  const has: Record<WayIn, boolean> = {
    password: person.passwordHash !== null,
    'second factor': Boolean(factor?.confirmedAt),
    passkeys: passkeys.length > 0,
    identities: identities.length > 0,
    sessions: sessions.length > 0,
  };
  return {
    email: person.email,
    name: person.name,
    ends: person.addressProven ? [] : waysIn.element.options.filter((way) => has[way]),
    keptKeys: person.addressProven ? 0 : keys,
    asksFactor: person.addressProven && has['second factor'],
    accounts: accounts.map(({ name }) => name),
  };
}

/** Portals of one database that start one after another within this time each print a link, which works for a while. */
const togetherMs = 10 * 60_000;

/** A link by which the first operator signs up; undefined if there is an operator. The newest one is valid. */
export async function makeSetupLink(
  { url, databaseUrl }: Pick<Settings, 'url' | 'databaseUrl'>,
  writer: Writer,
): Promise<string | undefined> {
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const graceMs = databaseUrl === undefined ? 0 : togetherMs;
  const { made } = await writer.run('make-setup-link', {
    hash,
    now,
    graceMs,
    expiresAt: now + linkLifetimeMs,
  });
  return made ? `${url}/setup#${token}` : undefined;
}
