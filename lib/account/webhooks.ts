import { z } from 'zod';

/** The events that accounts can have sent to them. */
export const webhookEvents = [
  'alert.reached',
  'approval.decided',
  'key.created',
  'key.rotated',
  'key.revoked',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent only by the person who tests a webhook. */
export const testEvent = 'webhook.test';

const longestUrl = 2_000;

const url = z
  .string('Expected the address that takes the events.')
  .max(longestUrl, `Expected at most ${longestUrl} characters.`);

const events = z
  .array(z.enum(webhookEvents, `Expected one of: ${webhookEvents.join(', ')}.`))
  .min(1, 'Expected at least one event.')
  .max(webhookEvents.length, 'Expected each event once.');

/** The body of `POST /api/webhooks`. */
export const newWebhook = z.strictObject({ url, events });

export type NewWebhook = z.output<typeof newWebhook>;

/** The body of `PATCH /api/webhooks/{webhook_id}`. What is left out stays as it is. */
export const webhookChangesBody = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  enabled: z
    .boolean('Expected true or false.')
    .optional()
    .meta({ description: 'Whether events are sent to it.' }),
});

export type WebhookChanges = z.output<typeof webhookChangesBody>;

/** The response of `POST /api/webhooks`. */
export const createdWebhook = z
  .strictObject({
    id: z.string(),
    secret: z.string().meta({ description: 'Verifies signatures. Shown only once.' }),
  })
  .meta({ id: 'CreatedWebhook' });

/** The response of `GET /api/webhooks`. */
export const webhookList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        url: z.string(),
        events: z.array(z.string()),
        createdAt: z.iso.datetime(),
        disabledAt: z.iso.datetime().nullable().meta({
          description:
            'When it was disabled: by somebody, because nothing was delivered for three days, or because it responded with 410.',
        }),
      }),
    ),
  })
  .meta({ id: 'WebhookList' });

export type WebhookList = z.output<typeof webhookList>;

const time = z.iso.datetime().nullable();

/** The response of `GET /api/webhooks/{webhook_id}`. */
export const deliveryList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'The header `webhook-id`.' }),
        event: z.string(),
        payload: z.string().meta({ description: 'The body, as JSON.' }),
        createdAt: z.iso.datetime(),
        attempts: z.int().min(0),
        deliveredAt: time,
        failedAt: time.meta({ description: 'When the last attempt failed.' }),
        nextAttemptAt: time,
        status: z.int().nullable().meta({ description: 'Of the last response.' }),
        error: z.string().nullable(),
        response: z.string().nullable().meta({ description: 'The beginning of the last response.' }),
      }),
    ),
  })
  .meta({ id: 'DeliveryList', description: 'The newest 100, newest first.' });

export type DeliveryList = z.output<typeof deliveryList>;

/** The body of `POST /api/webhooks/{webhook_id}/deliveries`. */
export const sendAgainBody = z.strictObject({
  since: z.iso
    .datetime({ offset: true, error: 'Expected a time such as 2026-01-31T12:00:00Z.' })
    .meta({ description: 'Of the events: the beginning of the time in which they were lost.' }),
});

/** The response of `POST /api/webhooks/{webhook_id}/deliveries`. */
export const sentAgain = z
  .strictObject({ deliveries: z.int().min(0).meta({ description: 'How many are sent again.' }) })
  .meta({ id: 'SentAgain' });

/** The response of `POST /api/webhooks/{webhook_id}`. */
export const testedWebhook = z.strictObject({ deliveryId: z.string() }).meta({ id: 'TestedWebhook' });
