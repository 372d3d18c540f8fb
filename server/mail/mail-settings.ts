import { defaultFace, type Face } from '../../lib/face/face.ts';
import { parseMailAddress } from '../../lib/account/mail-address.ts';
import type { MailRow } from '../store/messages/read-mails.ts';

/** The server that takes the portal's mail. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise the connection is encrypted once it is made (STARTTLS). */
  isSecure: boolean;
  auth: { user: string; pass: string } | undefined;
  /** On this machine nobody can read along. */
  isLocal: boolean;
}

export interface MailSender {
  name: string;
  address: string;
}

const form = 'smtp://user:password@host:587 or smtps://user:password@host:465';
const hostName = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/;
const localHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/** Parses the value of FAREBOX_SMTP_URL. A string is the end of an error sentence, without the password. */
export function parseSmtpUrl(text: string): SmtpServer | string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed?.protocol !== 'smtp:' && parsed?.protocol !== 'smtps:') return `must look like ${form}`;
  const { protocol, hostname, port, username, password, pathname, search, hash } = parsed;
  if (!hostName.test(hostname)) return `must have a host, as in ${form}`;
  if (!/^\/?$/.test(pathname) || search !== '' || hash !== '')
    return 'must end after its port. Write the characters / ? # of a password as %2F %3F %23';
  if (port === '0') return 'must have a port from 1 to 65535';
  if ((username === '') !== (password === '')) return 'must have a user and a password, or neither';
  const [user, pass] = [decoded(username), decoded(password)];
  if (user === undefined || pass === undefined) return 'has a % in its user or password: write it as %25';
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    auth: user === '' ? undefined : { user, pass },
    isLocal: localHost.test(hostname),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const mostNameLength = 100;

/** Parses the value of FAREBOX_MAIL_FROM: an address, or a name with an address in angle brackets. */
export function parseMailSender(text: string): MailSender | undefined {
  const [, named = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = parseMailAddress(bracketed ?? text)?.address;
  const name = named.trim().replace(/^"(.*)"$/, '$1');
  if (address === undefined || name.length > mostNameLength || /\p{Cc}/u.test(name)) return undefined;
  return { name, address };
}

/** Without the setting, mails are only written to files. */
export function defaultSender(url: string): MailSender {
  const { hostname } = new URL(url);
  return (
    parseMailSender(`Farebox <farebox@${hostname}>`) ?? { name: 'Farebox', address: 'farebox@localhost' }
  );
}

/** With the name of the portal, unless FAREBOX_MAIL_FROM has one of its own. */
export function senderInFace({ name, address }: MailSender, face: Pick<Face, 'name'>): MailSender {
  const isOpen = name === '' || name === defaultFace.name;
  return { name: isOpen && face.name !== defaultFace.name ? face.name : name, address };
}

/** `written`: only to a file. */
export function mailState({
  sentAt,
  failedAt,
  nextAttemptAt,
}: Pick<MailRow, 'sentAt' | 'failedAt' | 'nextAttemptAt'>): 'sent' | 'failed' | 'waiting' | 'written' {
  if (sentAt) return 'sent';
  if (failedAt) return 'failed';
  return nextAttemptAt ? 'waiting' : 'written';
}
