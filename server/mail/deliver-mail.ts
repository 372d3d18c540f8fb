import { z } from 'zod';
import { mailInFace } from '../../lib/face/mail-face.ts';
import type { Settings } from '../env.ts';
import { errorText, log } from '../log.ts';
import { type RetryPlan, retryDelayMs, runOutbox } from '../outbox/run-outbox.ts';
import type { ClaimedMail } from '../store/messages/mail-jobs.ts';
import type { Store, Tending } from '../store/store.ts';
import type { Writer, Payload } from '../store/writer.ts';
import { type MailSender, senderInFace, type SmtpServer } from './mail-settings.ts';
import { mailFile, writeMailFile, pruneMailFiles } from './outbox-folder.ts';

/** Nearly a day in all. A server that is down for longer is found by its operator. */
export const mailRetries: RetryPlan = { firstMs: 30_000, longestMs: 4 * 60 * 60 * 1_000, attempts: 14 };

interface MailContext {
  settings: Pick<Settings, 'dataFolder' | 'smtp' | 'mailSender'>;
  store: { writer: Writer; face: Pick<Store['face'], 'read'> };
}

/** Writes a mail to its file, sends it if there is a server, and stores the result. */
export async function deliverMail(
  { settings, store }: MailContext,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<void> {
  const face = await store.face.read();
  const sender = senderInFace(settings.mailSender, face);
  const failure = await attempt(settings, sender, mailInFace(mail, face), signal);
  const result = resultOf(mail, failure, settings.smtp !== undefined);
  await store.writer.run('finish-mail', result);
  logResult(mail, result);
}

/** Undefined if it was sent, or only had to be written. */
async function attempt(
  settings: MailContext['settings'],
  mailSender: MailSender,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<MailFailure | undefined> {
  const { smtp } = settings;
  try {
    const message = await buildMessage(mail, mailSender);
    const writing = writeMailFile(settings, mailFile(settings, mail), message);
    if (!smtp) {
      await writing;
      return undefined;
    }
    // A full disk must not keep a mail from being sent.
    await writing.catch((error: unknown) => logFileFailure(mail, error));
    await sendMessage(smtp, { from: mailSender.address, to: mail.to }, message, signal);
    return undefined;
  } catch (error) {
    return mailFailure(error, mail.to, smtp);
  }
}

function resultOf(
  { key, leaseUntil, attempts }: ClaimedMail,
  failure: MailFailure | undefined,
  hasServer: boolean,
): Payload<'finish-mail'> {
  const now = Date.now();
  const result = { key, leaseUntil, sentAt: null, failedAt: null, nextAttemptAt: null, lastError: null };
  if (!failure) return { ...result, sentAt: hasServer ? now : null };
  const delayMs = failure.isPermanent ? undefined : retryDelayMs(mailRetries, attempts);
  const lastError = failure.error;
  if (delayMs === undefined) return { ...result, lastError, failedAt: now };
  return { ...result, lastError, nextAttemptAt: now + delayMs };
}

/** The domain tells an operator enough. The name before it is a person's. */
function logResult({ id, kind, to, attempts }: ClaimedMail, result: Payload<'finish-mail'>): void {
  const { lastError: error, nextAttemptAt, sentAt } = result;
  const fields = { mail: id, kind, domain: to.slice(to.indexOf('@') + 1), attempts };
  if (error === null) log('info', sentAt === null ? 'mail-written' : 'mail-sent', fields);
  else if (nextAttemptAt === null) log('error', 'mail-failed', { ...fields, error });
  else log('error', 'mail-not-sent', { ...fields, error, retryAt: new Date(nextAttemptAt).toISOString() });
}

function logFileFailure({ id }: ClaimedMail, error: unknown): void {
  log('error', 'mail-not-written', { mail: id, error: String(error) });
}

type MailContent = Pick<ClaimedMail, 'id' | 'to' | 'subject' | 'text' | 'createdAt'>;

/**
 * The bytes of a mail. They are the same at every attempt unless the portal's face has changed meanwhile, and so is the
 * Message-ID, by which a mailbox can tell a mail that it got twice.
 */
async function buildMessage(mail: MailContent, from: MailSender): Promise<Buffer> {
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

/** The lease of a mail is much longer, so that no other portal sends it meanwhile, even if its clock is ahead. */
export const mostSendMs = 60_000;
const connectMs = 10_000;
const silenceMs = 30_000;

type Envelope = { from: string; to: string };

/** Hands a mail to the server. Rejects with an error of nodemailer. */
async function sendMessage(
  server: SmtpServer,
  envelope: Envelope,
  message: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { host, port, isSecure, isLocal, auth } = server;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    ...(auth && { auth }),
    // A password is only sent over TLS, except to this machine, where certificates are seldom valid.
    requireTLS: auth !== undefined && !isLocal && !isSecure,
    ignoreTLS: isLocal,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  const limit = AbortSignal.timeout(mostSendMs);
  await transport.sendMail({ envelope, raw: message, signal: AbortSignal.any([signal, limit]) });
}

interface MailFailure {
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

/** Sending takes a minute at most, so a portal whose clock is minutes off does not send the same mail. */
const leaseMs = 5 * 60_000;
const slots = 4;
/** A server may check an address for a minute before it takes a mail. */
const mostToAddress = 2;
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
const prunedAtOnce = 500;

/** Sends the mails of the store, and deletes them when they are old. */
export function sendMails(
  context: MailContext & { store: Pick<Store, 'mails' | 'writer' | 'face'> },
): Tending {
  const { settings, store } = context;
  return runOutbox<ClaimedMail, string>({
    name: 'mail',
    slots,
    hasDue: (nowMs) => store.mails.hasDue(nowMs),
    claim(now, most, sendingTo) {
      const share = { most: mostToAddress, sendingTo };
      return store.writer.run('claim-mail', { now, leaseUntil: now + leaseMs, most, share });
    },
    receiverOf: ({ to }) => to,
    deliver: (mail, signal) => deliverMail(context, mail, signal),
    async prune(nowMs) {
      const before = nowMs - retentionMs;
      const batch = { before, most: prunedAtOnce };
      for (let deleted = prunedAtOnce; deleted === prunedAtOnce; )
        ({ deleted } = await store.writer.run('prune-mail', batch));
      await pruneMailFiles(settings, before, (ids) => store.mails.idsOf(ids));
    },
  });
}
