import type { Settings } from '../env.ts';
import { log } from '../log.ts';
import { type RetryPlan, retryDelayMs } from '../outbox/retry-delay.ts';
import type { ClaimedMail, FinishMailPayload } from '../store/mail-changes.ts';
import type { Writer } from '../store/writer.ts';
import { type MailFailure, mailFailure } from './mail-failure.ts';
import type { MailSender, SmtpServer } from './mail-settings.ts';
import { mailFile, writeMailFile } from './outbox-folder.ts';

/** Nearly a day in all. A server that is down for longer is found by its operator. */
export const mailRetries: RetryPlan = { firstMs: 30_000, longestMs: 4 * 60 * 60 * 1_000, attempts: 14 };

export interface MailContext {
  settings: Pick<Settings, 'dataFolder' | 'smtp' | 'mailSender'>;
  store: { writer: Writer };
}

/** Writes a mail to its file, sends it if there is a server, and stores the result. */
export async function deliverMail(
  { settings, store }: MailContext,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<void> {
  const failure = await attempt(settings, mail, signal);
  const result = resultOf(mail, failure, settings.smtp !== undefined);
  await store.writer.run('finish-mail', result);
  logResult(mail, result);
}

/** Undefined if it was sent, or only had to be written. */
async function attempt(
  settings: MailContext['settings'],
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<MailFailure | undefined> {
  const { smtp, mailSender } = settings;
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
): FinishMailPayload {
  const now = Date.now();
  const result = { key, leaseUntil, sentAt: null, failedAt: null, nextAttemptAt: null, lastError: null };
  if (!failure) return { ...result, sentAt: hasServer ? now : null };
  const delayMs = failure.isPermanent ? undefined : retryDelayMs(mailRetries, attempts);
  const lastError = failure.error;
  if (delayMs === undefined) return { ...result, lastError, failedAt: now };
  return { ...result, lastError, nextAttemptAt: now + delayMs };
}

/** The domain tells an operator enough. The name before it is a person's. */
function logResult({ id, kind, to, attempts }: ClaimedMail, result: FinishMailPayload): void {
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
 * The bytes of a mail. They are the same at every attempt, with the same Message-ID, so that a mailbox can tell a mail
 * that it got twice.
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
