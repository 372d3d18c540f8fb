import { z } from 'zod';
import { approval, visibility } from '../product/catalogue-entry.ts';
import { unknownFilter } from '../call/call-list.ts';
import { creditRange } from '../product/product.ts';
import { nextInOrder, nextPage, reason } from './accounts.ts';
import { momentWish, plannedMoment } from './plans.ts';
import { brokenRule, health, outcomes } from './health.ts';

const count = z.int().min(0);
const status = z.enum(['online', 'offline'], 'Expected online or offline.');

/** The body of `POST /api/operator/products/{slug}/status`. */
export const statusBody = z.strictObject({
  status: status.meta({ description: 'offline: not listed, and calls are refused at once.' }),
  reason,
});

/** The response of `GET /api/operator/products`. */
export const operatorProductList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        status,
        archivedAt: z.iso.datetime().nullable().meta({ description: 'Null unless it is in the archive.' }),
        price: creditRange,
        keptIn: z.string().nullable().meta({
          description: 'The file that it is published from, or `console`. Null of old products.',
        }),
        visibility,
        changedAt: z.iso.datetime(),
        week: z.strictObject(outcomes).meta({ description: 'Today and in the six days before (UTC).' }),
        health: health.meta({ description: brokenRule }),
      }),
    ),
    counts: z
      .strictObject({
        ...{ all: count, online: count, failing: count, offline: count },
        archived: count.meta({ description: 'Not among all the others.' }),
      })
      .meta({ description: 'How many products there are in each state that the other filters allow.' }),
    unknownFilter,
    next: nextInOrder,
  })
  .meta({ id: 'OperatorProductList', description: 'By name, or as `sort` says.' });

export type OperatorProductList = z.output<typeof operatorProductList>;

const release = z.strictObject({
  number: z.int().meta({ description: 'From 1, for each product.' }),
  at: z.string(),
  by: z
    .strictObject({
      kind: z.string().meta({ description: 'person, key, command-line or portal.' }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    })
    .meta({ description: 'Who published it.' }),
  reason: z.string().nullable(),
  from: z.string().nullable().meta({ description: 'The catalogue file, or `console`.' }),
  changed: z
    .array(z.string())
    .meta({ description: 'The parts of the entry that differ from the one before.' }),
  breaking: z.array(z.string()).meta({ description: 'What breaks programs of callers, in words.' }),
  mayCostMore: z.boolean().nullable().meta({
    description:
      'Whether a call can cost more than by the price before; `false` is proved. Null if the price stayed.',
  }),
});

export type ProductRelease = z.output<typeof release>;

/** The response of `GET /api/operator/products/{slug}/releases`. */
export const productReleaseList = z
  .strictObject({ list: z.array(release), next: nextPage })
  .meta({ id: 'ProductReleaseList', description: 'Newest first.' });

export type ProductReleaseList = z.output<typeof productReleaseList>;

/** The response of `GET /api/operator/products/{slug}/releases/{number}`. */
export const releasedProduct = z
  .strictObject({
    release,
    entry: z.string().meta({ description: 'The product as a catalogue file (YAML).' }),
    previous: z.string().nullable().meta({ description: 'The one before it; null for the first.' }),
  })
  .meta({ id: 'ReleasedProduct' });

export type ReleasedProduct = z.output<typeof releasedProduct>;

/** The response of `GET /api/operator/products/{slug}`. */
export const operatorProduct = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    status,
    keptIn: z.string().nullable().meta({
      description: 'The catalogue file that it is published from, or `console`; null in old portals.',
    }),
    source: z.string().nullable().meta({ description: 'The OpenAPI document that it was drafted from.' }),
    api: z.string().nullable().meta({ description: 'The slug of the API that it is an operation of.' }),
    archivedAt: z.iso.datetime().nullable().meta({ description: 'Since when it is no longer offered.' }),
    wasOnline: z.boolean().meta({ description: 'One that never was has no calls, and can be deleted.' }),
    visibility: visibility.meta({ description: 'Who sees it.' }),
    approval: approval.meta({ description: 'Whether an operator has to approve who calls it.' }),
    terms: z
      .strictObject({ page: z.string(), title: z.string() })
      .nullable()
      .meta({ description: 'The page that an account has to accept before it calls it.' }),
    release: z.int().meta({ description: 'The number of the last release; 0 if none is kept.' }),
    entry: z
      .string()
      .meta({ description: 'The product as a catalogue file (YAML), as `farebox export` writes it.' }),
  })
  .meta({ id: 'OperatorProduct' });

export type OperatorProduct = z.output<typeof operatorProduct>;

/** The body of `POST /api/operator/products/{slug}/archive`, `/restoration` and `/deletion`. */
export const archiveBody = z.strictObject({ reason });

export const archivedProduct = z
  .strictObject({ slug: z.string(), archived: z.boolean() })
  .meta({ id: 'ArchivedProduct' });

export const deletedProduct = z.strictObject({ slug: z.string() }).meta({ id: 'DeletedProduct' });

/** The limit of a catalogue file. */
const longestEntry = 1024 * 1024;

export const entryText = z
  .string({ error: 'Expected the product as a catalogue file (YAML or JSON).' })
  .max(longestEntry, 'Expected at most 1 MiB.')
  .meta({ description: 'The product as a catalogue file: YAML or JSON.' });

export const entryMistakes = z
  .array(z.strictObject({ line: z.int(), column: z.int(), expected: z.string() }))
  .meta({ description: 'Why it cannot be published. Empty if it can.' });

/** The body of `POST /api/operator/products/{slug}/check`. */
export const checkedEntryBody = z.strictObject({ entry: entryText });

/** The body of `POST /api/operator/products/{slug}/releases`. */
export const releaseBody = z.strictObject({
  entry: entryText,
  after: z.int().min(0).meta({
    description:
      'The number of the last release that you know. If there is a newer one, nothing is published, and the refusal is `changed-meanwhile`.',
  }),
  reason: reason.meta({
    description: 'Why, for the audit log. Callers read it beside the price, where that changes.',
  }),
  effectiveAt: momentWish.optional().meta({
    description:
      'When the operation and the price are to be in force, in UTC; texts are published at once. Left out: at once, or where some calls can cost more, once the notice of the portal has passed.',
  }),
});

/** The response of `POST /api/operator/products/{slug}/check`. */
export const checkedEntry = z
  .strictObject({
    mistakes: entryMistakes,
    changed: z.array(z.string()).meta({ description: 'The parts that would change.' }),
    breaking: z.array(z.string()).meta({ description: 'What would break programs of callers, in words.' }),
    price: z
      .strictObject({ before: creditRange, after: creditRange, mayCostMore: z.boolean() })
      .nullable()
      .meta({
        description:
          'The range of a call’s price before and after, and whether a call can cost more, where `false` is proved; null if its lines stay.',
      }),
    planned: plannedMoment.nullable().meta({
      description: 'When the operation and the price would be in force at the earliest; null for at once.',
    }),
    notes: z.array(z.string()).meta({ description: 'Advice about price and calls, in sentences.' }),
  })
  .meta({ id: 'CheckedEntry' });

export type CheckedEntry = z.output<typeof checkedEntry>;

/** The response of `POST /api/operator/products/{slug}/releases`. */
export const newRelease = z
  .strictObject({
    slug: z.string(),
    release: z.int().meta({ description: 'The number of its last release.' }),
    changed: z.array(z.string()),
    planned: plannedMoment.nullable().meta({
      description: 'When the operation and the price are in force; null if they are now.',
    }),
  })
  .meta({ id: 'NewRelease' });

/** The body of `POST /api/operator/products/{slug}/try`. */
export const tryBody = z.strictObject({
  input: z.record(z.string(), z.unknown(), { error: 'Expected the input as a JSON object.' }),
  reason,
});

/** Files are part of an input. */
export const mostBytesOfTry = 8 * 1024 * 1024;

const shownHeaders = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const shownBody = z.strictObject({
  text: z.string().nullable().meta({ description: 'The beginning of it; null if it is not text.' }),
  bytes: z.int(),
});

/** The response of `POST /api/operator/products/{slug}/try`. */
export const triedProduct = z
  .strictObject({
    request: z
      .strictObject({
        method: z.string(),
        url: z.string(),
        headers: shownHeaders,
        credentials: z.array(z.string()).meta({ description: 'Their names; the values are never shown.' }),
        body: shownBody.nullable(),
      })
      .meta({ description: 'What was sent to the API.' }),
    reply: z
      .strictObject({ status: z.int(), headers: shownHeaders, body: shownBody })
      .nullable()
      .meta({ description: 'What it answered; null if that was no success.' }),
    failure: z.string().nullable().meta({ description: 'Why there is no reply, in a sentence.' }),
    tookMs: z.int(),
  })
  .meta({ id: 'TriedProduct' });

export type TriedProduct = z.output<typeof triedProduct>;

/** The body of `POST /api/operator/products/{slug}/owner`. */
export const ownerBody = z.strictObject({
  keptIn: z.literal('console', 'Expected console. Files are published with farebox apply.'),
  reason,
});

export const changedOwner = z
  .strictObject({ slug: z.string(), keptIn: z.string() })
  .meta({ id: 'ChangedOwner' });

/** JSON may write each character of an entry as six. */
export const mostBytesOfEntry = 3 * longestEntry;

export const changedStatus = z.strictObject({ slug: z.string(), status }).meta({ id: 'ChangedStatus' });

/** The response of `GET /api/operator/settings`. */
export const settingList = z
  .strictObject({
    list: z.array(z.strictObject({ name: z.string(), value: z.string(), meaning: z.string() })),
  })
  .meta({ id: 'SettingList', description: 'The settings in force, without secrets.' });

export type SettingList = z.output<typeof settingList>;
