import { z } from 'zod';
import { creditsFault } from '../text/typed-credits.ts';

/** What alerts watch: the balance, or what is spent in a day or a month. */
export const watched = z.enum(['balance', 'day', 'month'], 'Expected balance, day or month.');

export type Watched = z.output<typeof watched>;

/** More than an account needs with one for each member. */
export const mostAlerts = 20;

/** Each gets a mail of their own. */
export const mostRecipients = 20;

const longestId = 100;
const id = z.string('Expected an id.').max(longestId, 'This is too long to be an id.');

const credits = z
  .int({ error: creditsFault })
  .min(1, 'Enter at least 1 credit.')
  .meta({ description: 'A balance is below, spending is at least this.' });

const people = z.array(id).max(mostRecipients, `An alert can notify at most ${mostRecipients} members.`);

const webhooks = z
  .boolean('Expected true or false.')
  .meta({ description: 'Whether it sends the event `alert.reached` to the webhooks of the account.' });

/** The body of `POST /api/alerts`. */
export const newAlertBody = z.strictObject({
  watches: watched.meta({
    description:
      '`balance`: the balance falls below the credits. `day`, `month`: this many credits are spent in a day or month (UTC).',
  }),
  credits,
  keyId: id.optional().meta({ description: 'Watches the spending of this API key.' }),
  personId: id.optional().meta({ description: 'Watches the spending of this member.' }),
  people: people.optional().meta({
    description: 'Ids of the members to whom it sends an email. Default: you.',
  }),
  webhooks: webhooks.default(true),
});

export type NewAlert = z.output<typeof newAlertBody>;

/** The body of `PATCH /api/alerts/{alert_id}`. What is left out stays as it is. */
export const alertChangesBody = z.strictObject({
  credits: credits.optional(),
  people: people.optional().meta({ description: 'Ids of the members to whom it sends an email.' }),
  webhooks: webhooks.optional(),
});

export type AlertChanges = z.output<typeof alertChangesBody>;

/** The response of `POST /api/alerts`. */
export const createdAlert = z.strictObject({ id: z.string() }).meta({ id: 'CreatedAlert' });

const alert = z.strictObject({
  id: z.string(),
  watches: watched,
  credits: z.int().min(1),
  of: z
    .strictObject({ kind: z.enum(['key', 'member']), id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'Whose spending it watches; null for that of the account.' }),
  people: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .meta({ description: 'The members to whom it sends an email.' }),
  webhooks: z.boolean(),
  createdAt: z.iso.datetime(),
  reachedAt: z.iso.datetime().nullable().meta({ description: 'When it was last reached.' }),
  isReached: z.boolean().meta({
    description: 'Whether it was reached this day or month, or the balance is still below.',
  }),
});

export type Alert = z.output<typeof alert>;

/** The response of `GET /api/alerts`. */
export const alertList = z
  .strictObject({
    list: z.array(alert),
    takingWebhooks: z.int().min(0).meta({
      description: 'How many webhooks of the account are subscribed to the event `alert.reached` now.',
    }),
  })
  .meta({ id: 'AlertList', description: `The alerts of the account, at most ${mostAlerts}.` });

export type AlertList = z.output<typeof alertList>;

/** The data of the event `alert.reached`. */
export const reachedAlert = z.strictObject({
  id: z.string(),
  account: z.strictObject({ id: z.string(), name: z.string() }),
  watches: watched,
  credits: z.int(),
  of: z.strictObject({ kind: z.enum(['key', 'member']), id: z.string() }).nullable(),
  period: z.string().nullable(),
  /** The balance, or what was spent. */
  amount: z.int(),
});

export type ReachedAlert = z.output<typeof reachedAlert>;
