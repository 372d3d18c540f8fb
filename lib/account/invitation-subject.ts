import { nameInMail } from '../text/name-text.ts';

/** The subject of the mails that invite to an account. No two accounts have the same name. */
export function invitationSubject(account: string): string {
  return `Join ${nameInMail(account)} on Farebox`;
}
