import type { MailText } from '../store/mail-changes.ts';

/** `portal`: its address. */
export function webhookDisabledMail(webhook: { id: string; url: string }, portal: string): MailText {
  return {
    subject: 'A webhook of your account is disabled',
    text: `The webhook ${webhook.id} gets no more events, because its address did not accept one of them:

${webhook.url}

Correct the receiver, then enable the webhook again: ${portal}/keys
The last attempts are listed there, too.
`,
  };
}
