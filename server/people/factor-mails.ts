import type { MailText } from '../store/mail-changes.ts';

/** Warns a person in case somebody else has changed how they sign in. `url`: the portal. */
export function factorsChangedMail(what: string, url: string): MailText {
  return {
    subject: `${what} for Farebox`,
    text: `${what} for this address at the portal ${url}.

If it was not you, ask an operator of the portal for help.
`,
  };
}
