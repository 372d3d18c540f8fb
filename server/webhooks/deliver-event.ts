import { createHmac, randomBytes } from 'node:crypto';
import { Client } from 'undici';
import { testEvent } from '../../lib/account/webhooks.ts';
import { decryptText } from '../portal/encrypted-text.ts';
import type { Settings } from '../env.ts';
import { guardedConnector, outwardReason, resolveName, type Resolve } from '../gateway/connector.ts';
import { type EgressAllow, egressProblem, outwardProblem } from '../gateway/egress-allow.ts';
import { log } from '../log.ts';
import { type RetryPlan, retryDelayMs, runOutbox } from '../outbox/run-outbox.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { ClaimedDelivery } from '../store/messages/delivery-jobs.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import type { Store, Tending } from '../store/store.ts';
import type { Writer, Payload } from '../store/writer.ts';

/** Nearly three days in all. */
export const webhookRetries: RetryPlan = { firstMs: 5_000, longestMs: 8 * 60 * 60 * 1_000, attempts: 21 };

/** The receiver wants no more events. */
const gone = 410;

export interface WebhookContext {
  settings: Pick<Settings, 'url' | 'webhookAllow'>;
  secret: PortalSecret;
  store: { writer: Writer };
}

/** Sends an event to a webhook and stores the result. */
export async function deliverEvent(
  context: WebhookContext,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const posted = await attempt(context, delivery, signal);
  const result = resultOf(context, delivery, posted);
  const { disabled } = await context.store.writer.run('finish-delivery', result);
  const { id, event, attempts, webhook } = delivery;
  const { lastStatus: status, lastError: error } = result;
  const isDelivered = result.deliveredAt !== null;
  log(isDelivered ? 'info' : 'error', isDelivered ? 'webhook-delivered' : 'webhook-not-delivered', {
    delivery: id,
    webhook: webhook?.id ?? null,
    event,
    attempts,
    status,
    ...(error !== null && { error }),
  });
  if (disabled) log('error', 'webhook-disabled', { webhook: disabled.webhookId });
}

async function attempt(
  { settings, secret }: WebhookContext,
  { id, payload, webhook }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<PostResult> {
  const failed = (error: string): PostResult => ({ status: null, error, response: null });
  if (!webhook) return failed('The webhook was deleted or disabled.');
  const { url, id: owner } = webhook;
  const signing = decryptText(secret.all, { purpose: 'webhook secrets', owner }, webhook.secret);
  if (signing === undefined)
    return failed('The secret of the webhook cannot be decrypted, because FAREBOX_SECRET has changed.');
  const headers = signDelivery(signing, id, payload, Date.now());
  return postDelivery({ url, headers, body: payload, signal }, { allow: settings.webhookAllow });
}

function resultOf(
  { settings }: WebhookContext,
  { key, leaseUntil, attempts, webhook, event }: ClaimedDelivery,
  { status, error, response }: PostResult,
): Payload<'finish-delivery'> {
  const now = Date.now();
  const isDelivered = status !== null && status >= 200 && status < 300;
  const isLast = !webhook || status === gone;
  const delayMs = isDelivered || isLast ? undefined : retryDelayMs(webhookRetries, attempts);
  const isFailed = !isDelivered && delayMs === undefined;
  return {
    key,
    leaseUntil,
    now,
    deliveredAt: isDelivered ? now : null,
    failedAt: isFailed ? now : null,
    nextAttemptAt: delayMs === undefined ? null : now + delayMs,
    lastStatus: status,
    lastError: error,
    lastResponse: response,
    // A test that fails loses nothing, but what waits for a webhook that it disables would be lost.
    disables: isFailed && webhook && event !== testEvent ? webhookDisabledMail(webhook, settings.url) : null,
  };
}

/** `portal`: its address. */
function webhookDisabledMail(webhook: { id: string; url: string }, portal: string): MailText {
  return {
    subject: 'A webhook of your account is disabled',
    text: `The webhook ${webhook.id} gets no more events, because its address did not accept one of them:

${webhook.url}

Correct the receiver, then enable the webhook again: ${portal}/keys
The last attempts are listed there, too, and what was lost can be sent again.
`,
  };
}

interface PostResult {
  /** Null if there was no response. */
  status: number | null;
  /** Why there was none. */
  error: string | null;
  /** The beginning of the response, as text that can be stored. */
  response: string | null;
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

interface Network {
  allow: EgressAllow;
  resolve?: Resolve;
  limitMs?: number;
}

/** A receiver stores the event and responds. Whatever takes longer holds up other deliveries. */
const mostMs = 10_000;
const connectMs = 5_000;
/** Enough to see what went wrong. */
const mostResponseBytes = 1_000;
const mostErrorLength = 300;

/** Posts a delivery to an address that an account has chosen. Redirects are not followed. */
export async function postDelivery(
  { url, headers, body, signal }: Post,
  { allow, resolve = resolveName, limitMs = mostMs }: Network,
): Promise<PostResult> {
  const problem = egressProblem(url, allow);
  if (problem !== undefined) return withoutResponse(outwardProblem(problem, allow));
  const { origin, pathname, search } = new URL(url);
  const connect = guardedConnector(new URL(origin), allow, connectMs, resolve);
  const client = new Client(origin, { connect, pipelining: 1, allowH2: false });
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await client.request({
      method: 'POST',
      path: pathname + search,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Farebox' },
      body,
      signal: AbortSignal.any([signal, limit]),
    });
    return { status: response.statusCode, error: null, response: await beginning(response.body) };
  } catch (error) {
    return withoutResponse(
      limit.aborted ? `There was no response within ${limitMs / 1_000} s.` : outwardReason(error),
    );
  } finally {
    await client.destroy();
  }
}

function withoutResponse(error: string): PostResult {
  return { status: null, error: error.slice(0, mostErrorLength), response: null };
}

/** The status has arrived already, so a body that breaks off does not matter. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      bytes = Buffer.concat([bytes, chunk]).subarray(0, mostResponseBytes);
      if (bytes.length === mostResponseBytes) break;
    }
  } catch {
    // What has arrived is kept.
  }
  // PostgreSQL cannot store NUL, and a terminal shows this text.
  return bytes.toString().replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}

const prefix = 'whsec_';

/** A secret by the rules of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The headers by which a receiver verifies a delivery (standardwebhooks.com, version 1). */
function signDelivery(secret: string, id: string, payload: string, nowMs: number) {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const seconds = Math.floor(nowMs / 1_000);
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

/** An attempt takes ten seconds at most, so a portal whose clock is minutes off does not send the same event. */
const leaseMs = 5 * 60_000;
const slots = 16;
/** An account may have many webhooks whose receivers are slow. */
const mostToAccount = 2;
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
const prunedAtOnce = 500;

/** Sends the events of the store to webhooks, and deletes them when they are old. */
export function sendEvents(context: WebhookContext & { store: Pick<Store, 'webhooks' | 'writer'> }): Tending {
  const { webhooks, writer } = context.store;
  return runOutbox<ClaimedDelivery, number>({
    name: 'webhooks',
    slots,
    hasDue: (nowMs) => webhooks.hasDue(nowMs),
    claim(now, most, sendingTo) {
      const share = { most: mostToAccount, sendingTo };
      return writer.run('claim-deliveries', { now, leaseUntil: now + leaseMs, most, share });
    },
    receiverOf: ({ accountKey }) => accountKey,
    deliver: (delivery, signal) => deliverEvent(context, delivery, signal),
    async prune(nowMs) {
      const batch = { before: nowMs - retentionMs, most: prunedAtOnce };
      for (let deleted = prunedAtOnce; deleted === prunedAtOnce; )
        ({ deleted } = await writer.run('prune-deliveries', batch));
    },
  });
}
