import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret by the rules of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The headers by which a receiver verifies a delivery (standardwebhooks.com, version 1). */
export function signDelivery(secret: string, id: string, payload: string, nowMs: number) {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const seconds = Math.floor(nowMs / 1_000);
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
