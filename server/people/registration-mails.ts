import { momentText } from '../../lib/text/moment-text.ts';
import type { MailText } from '../store/mail-changes.ts';

/** Has nothing that the person who asked for it has written: they may not have the address. `url`: the portal. */
export function registrationMail(link: string, url: string, expiresAtMs: number): MailText {
  return {
    subject: 'Create your account for Farebox',
    text: `With this link you create an account at the portal ${url}. It works once, until ${momentText(new Date(expiresAtMs).toISOString())} UTC:

${link}

If you did not ask for it, you can ignore this mail.
`,
  };
}

export function alreadyRegisteredMail(url: string, hasMailCodes: boolean): MailText {
  const instead = hasMailCodes
    ? 'have a code mailed there, and choose a new one in your profile'
    : 'ask an operator of the portal for a link to choose a new one';
  return {
    subject: 'You have an account for Farebox already',
    text: `Somebody, perhaps you, asked to create an account at the portal ${url} with this address. There is one already: sign in at ${url}/sign-in. If you have forgotten the password, ${instead}.

If it was not you, you can ignore this mail. Nothing was changed.
`,
  };
}
