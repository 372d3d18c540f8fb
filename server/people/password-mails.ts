import { momentText } from '../../lib/text/moment-text.ts';
import type { MailText } from '../store/mail-changes.ts';

/** Has a link by which a person chooses a password. `url`: the portal. */
export function passwordLinkMail(link: string, url: string, expiresAtMs: number): MailText {
  const until = `${momentText(new Date(expiresAtMs).toISOString())} UTC`;
  return {
    subject: 'Choose a password for Farebox',
    text: `With this link you choose a password for the portal at ${url}. It works once, until ${until}:

${link}

If you did not expect this mail, you can ignore it.
`,
  };
}

/** Warns a person in case somebody else has changed the password. */
export function passwordChangedMail(url: string): MailText {
  return {
    subject: 'Your password for Farebox was changed',
    text: `The password of this address for the portal at ${url} was changed, and all other sessions have ended.

If it was not you, ask an operator of the portal for a link to choose a new password.
`,
  };
}
