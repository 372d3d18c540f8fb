import { parseMailAddress } from '../../../lib/account/mail-address.ts';
import { randomLetters } from '../../random-letters.ts';
import { run, statement, type Steps, timeOf } from './statement.ts';

export interface NewMail {
  kind:
    | 'alert'
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
}

/** Some programs cut longer subjects. */
const mostSubject = 200;
/** Mails are short. A longer text is a mistake of the job that writes it. */
const mostText = 100_000;

const insert = statement(
  `INSERT INTO Mail (id, kind, "to", subject, text, createdAt, attempts, nextAttemptAt) VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
);

/** Steps of a job that tells a person something: the mail is written if the rest of the job is. Returns its id. */
export function* queueMail({ kind, to, subject, text, now }: NewMail): Steps<string> {
  const address = parseMailAddress(to)?.address;
  if (address === undefined) throw new Error('A mail can only be sent to a valid address.');
  if (text.length > mostText) throw new Error(`A mail has at most ${mostText} characters.`);
  const id = `mail_${randomLetters(16)}`;
  const times = [timeOf(now), timeOf(now)];
  yield* run(insert, id, kind, address, oneLine(subject), withoutControls(text), ...times);
  return id;
}

/** Names of accounts and products may have any character. A line break would begin another header. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, mostSubject);
}

/** Keeps tabs and line breaks. PostgreSQL cannot store NUL. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ');
}
