import { z } from 'zod';
import { errorText } from '../error-text.ts';
import type { SmtpServer } from './mail-settings.ts';

export interface MailFailure {
  /** One line without the recipient and the credentials. */
  error: string;
  /** The server will never accept the mail. */
  isPermanent: boolean;
}

const smtpError = z.object({
  message: z.string(),
  code: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Errors about the mail itself. Others are about the connection and the login, which an operator can mend. */
const ofMail = new Set(['EENVELOPE', 'EMESSAGE']);
/** A login or encryption is missing, or commands were out of order: another attempt may succeed. */
const ofSession = new Set([503, 530, 534, 535, 538]);
const mostLength = 300;

/** Describes why a mail was not sent, for its row and the log. */
export function mailFailure(error: unknown, to: string, server: SmtpServer | undefined): MailFailure {
  const { data } = smtpError.safeParse(error);
  const { code = '', responseCode: status = 0 } = data ?? {};
  const isPermanent = ofMail.has(code) && status >= 500 && !ofSession.has(status);
  const text = data ? [code, data.message].filter(Boolean).join(': ') : errorText(error);
  return { error: shortened(withoutSecrets(text, to, server)), isPermanent };
}

function withoutSecrets(text: string, to: string, server: SmtpServer | undefined): string {
  const { user = '', pass = '' } = server?.auth ?? {};
  const login = Buffer.from(`\0${user}\0${pass}`).toString('base64');
  const encoded = [user, pass].map((part) => Buffer.from(part).toString('base64'));
  const hidden = [login, ...encoded, pass, user].filter((part) => part !== '');
  const clean = hidden.reduce((rest, part) => rest.replaceAll(part, '…'), text);
  return clean.replaceAll(to, 'the recipient');
}

function shortened(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
  return line.length > mostLength ? `${line.slice(0, mostLength - 1)}…` : line;
}
