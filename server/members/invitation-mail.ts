import { momentText } from '../../lib/text/moment-text.ts';
import { invitationSubject } from '../../lib/account/invitation-subject.ts';
import type { MemberRole } from '../../lib/account/member-role.ts';
import { nameInMail } from '../../lib/text/name-text.ts';
import type { MailText } from '../store/mail-changes.ts';

interface Invited {
  /** The name of the account. */
  account: string;
  role: MemberRole;
  link: string;
  url: string;
  /** A time in milliseconds. */
  expiresAt: number;
}

export function invitationMail({ account, role, link, url, expiresAt }: Invited): MailText {
  return {
    subject: invitationSubject(account),
    text: `You are invited to the account "${nameInMail(account)}" of the portal at ${url}, with the role "${role}". With this link you join. It works once, until ${momentText(new Date(expiresAt).toISOString())} UTC:

${link}

If you did not expect this mail, you can ignore it.
`,
  };
}
