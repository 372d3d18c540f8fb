import { z } from 'zod';
import { parseMailAddress } from '../../../lib/account/mail-address.ts';
import { randomLetters } from '../../call-id.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** What a job writes to a person. */
export const mailText = z.strictObject({ subject: z.string(), text: z.string() });

export type MailText = z.output<typeof mailText>;

/** Mails about what a person has here. They are sent to the address even if it is not proved. */
export const kindsOfPersonMails = [
  ...[
    'address-changed',
    'alert',
    'approval',
    'factors-changed',
    'password-changed',
    'password-link',
    'sign-in-code',
    'webhook-disabled',
  ],
];

export interface NewMail {
  kind:
    | 'address-changed'
    | 'address-link'
    | 'alert'
    | 'approval'
    | 'factors-changed'
    | 'invitation'
    | 'password-changed'
    | 'password-link'
    | 'registration'
    | 'sign-in-code'
    | 'webhook-disabled';
  /** A mail address that `parseMailAddress` accepts. */
  to: string;
  subject: string;
  text: string;
  now: number;
  /** The network of a stranger who causes it, as a hash. */
  askedBy?: string | undefined;
}

/** Some programs cut longer subjects. */
const mostSubject = 200;
/** Mails are short. A longer text is a mistake of the job that writes it. */
const mostText = 100_000;

const insert = statement(
  `INSERT INTO Mail (id, kind, "to", subject, text, createdAt, attempts, nextAttemptAt, askedBy)
   VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
);

/** Steps of a job that tells a person something: the mail is written if the rest of the job is. Returns its id. */
export function* queueMail({ kind, to, subject, text, now, askedBy }: NewMail): Steps<string> {
  const address = parseMailAddress(to)?.address;
  if (address === undefined) throw new Error('A mail can only be sent to a valid address.');
  if (text.length > mostText) throw new Error(`A mail has at most ${mostText} characters.`);
  const id = `mail_${randomLetters(16)}`;
  const times = [timeOf(now), timeOf(now)];
  yield* run(insert, id, kind, address, oneLine(subject), withoutControls(text), ...times, askedBy ?? null);
  return id;
}

/** In a day. Strangers must not use the portal to send mails, and a person gets no flood of them. */
const mostInADay = {
  registration: { address: 5, network: 50, all: 2_000 },
  invitation: { address: 5, network: 50, all: 2_000 },
  // To what people write as their new address.
  'address-link': { address: 5, network: 10, all: 2_000 },
  // Only to people of the portal, who sign in with them.
  'sign-in-code': { address: 30, network: 300, all: 100_000 },
};
const dayMs = 24 * 60 * 60 * 1000;

const count = statement<{ all: number; network: number; address: number }>(
  `SELECT count(*) AS "all", coalesce(sum(CASE WHEN askedBy = ? THEN 1 ELSE 0 END), 0) AS network,
          coalesce(sum(CASE WHEN lower("to") = ? THEN 1 ELSE 0 END), 0) AS address
     FROM Mail WHERE kind = ? AND createdAt > ? AND askedBy IS NOT NULL`,
);

export type MailBound = 'address' | 'network' | 'all';

/** Which bound on the mails that strangers cause is reached; undefined if there may be one more. */
export function* reachedMailBound(
  kind: keyof typeof mostInADay,
  address: string,
  { askedBy, now }: { askedBy?: string | undefined; now: number },
): Steps<MailBound | undefined> {
  if (askedBy === undefined) return undefined;
  const sent = yield* first(count, askedBy, address.toLowerCase(), kind, timeOf(now - dayMs));
  const bounds = ['address', 'network', 'all'] as const;
  return bounds.find((bound) => Number(sent?.[bound] ?? 0) >= mostInADay[kind][bound]);
}

/** Characters that turn the text after them round, so that it reads as another. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Names of accounts and products may have any character. A line break would begin another header. */
function oneLine(subject: string): string {
  return subject
    .replace(turning, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, mostSubject);
}

/** Keeps tabs and line breaks. PostgreSQL cannot store NUL. */
function withoutControls(text: string): string {
  return text
    .replace(turning, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ');
}
