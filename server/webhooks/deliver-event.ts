import { decryptText } from '../encrypted-text.ts';
import type { Settings } from '../env.ts';
import { log } from '../log.ts';
import { type RetryPlan, retryDelayMs } from '../outbox/retry-delay.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { MailText } from '../store/mail-changes.ts';
import type { ClaimedDelivery, FinishDeliveryPayload } from '../store/webhook-changes.ts';
import type { Writer } from '../store/writer.ts';
import { type PostResult, postDelivery } from './post-delivery.ts';
import { signDelivery } from './sign-delivery.ts';

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
  { key, leaseUntil, attempts, webhook }: ClaimedDelivery,
  { status, error, response }: PostResult,
): FinishDeliveryPayload {
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
    disables: isFailed && webhook ? webhookDisabledMail(webhook, settings.url) : null,
  };
}

/** `portal`: its address. */
function webhookDisabledMail(webhook: { id: string; url: string }, portal: string): MailText {
  return {
    subject: 'A webhook of your account is disabled',
    text: `The webhook ${webhook.id} gets no more events, because its address did not accept one of them:

${webhook.url}

Correct the receiver, then enable the webhook again: ${portal}/keys
The last attempts are listed there, too.
`,
  };
}
