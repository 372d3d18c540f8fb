import { dropInvitationMails } from './close-account.ts';
import { invitationSubject } from '../../../lib/account/invitation-subject.ts';
import type { DeletedMail } from '../people-changes.ts';
import { deletedMails } from './deleted-mails.ts';
import { ownAccountNames } from './own-account-name.ts';
import { all, run, statement, type Steps } from './statement.ts';

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
