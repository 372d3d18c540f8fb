import { z } from 'zod';

/** The events that accounts can have sent to them. */
export const webhookEvents = ['credits.low', 'key.created', 'key.revoked'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent only by the person who tests a webhook. */
export const testEvent = 'webhook.test';

const longestUrl = 2_000;

export const newWebhook = z.strictObject({
  url: z.string().max(longestUrl, `Expected at most ${longestUrl} characters.`),
  events: z
    .array(z.enum(webhookEvents, `Expected one of: ${webhookEvents.join(', ')}.`))
    .min(1, 'Expected at least one event.')
    .max(webhookEvents.length, 'Expected each event once.'),
});

export type NewWebhook = z.output<typeof newWebhook>;
