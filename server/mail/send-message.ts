import type { SmtpServer } from './mail-settings.ts';

/** The lease of a mail is much longer, so that no other portal sends it meanwhile, even if its clock is ahead. */
export const mostSendMs = 60_000;
const connectMs = 10_000;
const silenceMs = 30_000;

type Envelope = { from: string; to: string };

/** Hands a mail to the server. Rejects with an error of nodemailer. */
export async function sendMessage(
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
