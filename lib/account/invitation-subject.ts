/** The subject of the mails that invite to an account. No two accounts have the same name. */
export function invitationSubject(account: string): string {
  return `Join ${account} on Farebox`;
}
