import { invitationSubject } from '../../../lib/account/members.ts';
import { type DeletedMail, deletedMails, dropInvitationMails } from '../accounts/close-account.ts';
import { all, run, statement, type Steps, first, timeOf } from '../sql/statement.ts';
import { useChallenge, type UsedChallenge } from './proofs.ts';

/** An identity that becomes somebody's. */
export interface NewIdentity {
  /** idn_ and random letters. */
  id: string;
  issuer: string;
  /** What the issuer calls the person. */
  subject: string;
  /** The sign-in that proved it. */
  challenge: UsedChallenge;
}

/** The names of an account that its person opened: theirs, and one with its id where another account has that name. */
export function ownAccountNames(person: string, accountId: string): [name: string, ifTaken: string] {
  // Ids begin with it.
  const name = person.startsWith('acc_') ? `Account of ${person}` : person;
  return [name, `${name} (${accountId.slice(4)})`];
}

const rename = statement('UPDATE Account SET name = ? WHERE key = ?');

/** Takes the name of a person from an account that others keep. Returns the mails to others that had it. */
export function* renameOwnAccount(
  account: { accountKey: number; accountId: string; accountName: string },
  person: string,
): Steps<DeletedMail[]> {
  const { accountKey, accountId, accountName } = account;
  if (!ownAccountNames(person, accountId).includes(accountName)) return [];
  yield* run(rename, `Account (${accountId.slice(4)})`, accountKey);
  return deletedMails(yield* all(dropInvitationMails, invitationSubject(accountName)));
}

const findLast = statement<{ key: number }>('SELECT key FROM Call WHERE owner = ? ORDER BY key DESC LIMIT 1');
const insert = statement(
  'INSERT INTO GuestHistory (personKey, owner, lastCallKey, createdAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
);

/**
 * Lets a new person see the calls that their browser has made until now. Later ones may be of another guest who uses it.
 * The first person who signs up in a browser has its calls.
 */
export function* linkHistory(personKey: number, owner: string | null, now: number): Steps<void> {
  const last = owner === null ? undefined : yield* first(findLast, owner);
  if (last) yield* run(insert, personKey, owner, last.key, timeOf(now));
}

export const findIdentity = statement<{ personKey: number }>(
  'SELECT personKey FROM Identity WHERE issuer = ? AND subject = ?',
);
const insertToNewIdentity = statement(
  `INSERT INTO Identity (id, personKey, issuer, subject, createdAt, lastUsedAt) VALUES (?, ?, ?, ?, ?, ?)
   ON CONFLICT (issuer, subject) DO NOTHING`,
);

/** Whether an identity is proven, for the first time, and nobody's. */
export function* mayBeConnected({ issuer, subject, challenge }: NewIdentity, now: number): Steps<boolean> {
  if (!(yield* useChallenge(challenge, now))) return false;
  return (yield* first(findIdentity, issuer, subject)) === undefined;
}

/** Makes an identity that is nobody's that of a person. */
export function* insertIdentity(
  personKey: number,
  { id, issuer, subject }: NewIdentity,
  now: number,
): Steps<void> {
  const times = [timeOf(now), timeOf(now)];
  const inserted = yield* run(insertToNewIdentity, id, personKey, issuer, subject, ...times);
  if (inserted === 0) throw new Error('Another person connected this identity at the same time.');
}
