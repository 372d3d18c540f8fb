import type { ClaimedMail } from '../store/mail-changes.ts';
import type { MailSender } from './mail-settings.ts';

export type MailContent = Pick<ClaimedMail, 'id' | 'to' | 'subject' | 'text' | 'createdAt'>;

/**
 * The bytes of a mail. They are the same at every attempt, with the same Message-ID, so that a mailbox can tell a mail
 * that it got twice.
 */
export async function buildMessage(mail: MailContent, from: MailSender): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  const { message } = await transport.sendMail({
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    date: new Date(mail.createdAt),
    messageId: `<${mail.id}@${domain}>`,
    // No out-of-office reply is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (Buffer.isBuffer(message)) return message;
  throw new Error('The mail was not built as bytes.');
}
