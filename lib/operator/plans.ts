import { z } from 'zod';
import { creditRange } from '../product/product.ts';
import { planStates } from '../product/planned-version.ts';
import { nextPage, reason } from './accounts.ts';

const author = z.strictObject({
  kind: z.string().meta({ description: 'person, key, command-line or portal.' }),
  id: z.string().nullable(),
  name: z.string().nullable(),
});

const plan = z.strictObject({
  plan: z.int().meta({ description: 'Its number, by which it is approved, moved and withdrawn.' }),
  slug: z.string().meta({ description: 'Of the product.' }),
  name: z.string(),
  state: z.enum(planStates).meta({
    description:
      '`waiting` for the approval of another person, `announced`, `in-force`, or ended before: `withdrawn` or `replaced` by another.',
  }),
  version: z.int().meta({ description: 'The version of the template, as receipts name it.' }),
  versionBefore: z.int(),
  price: creditRange,
  before: creditRange.meta({ description: 'The price that it follows.' }),
  mayCostMore: z.boolean().meta({
    description: 'Whether a call can cost more than before; `false` is proved for every input.',
  }),
  effectiveAt: z.iso.datetime().meta({
    description:
      'From when on calls are priced by it. While it waits for approval: the earliest that is wished.',
  }),
  reason: z.string().nullable(),
  by: author.meta({ description: 'Who planned or moved it.' }),
  plannedAt: z.iso.datetime(),
  announcedAt: z.iso.datetime().nullable(),
  approved: z
    .strictObject({ at: z.iso.datetime(), by: author })
    .nullable()
    .meta({ description: 'By whom, where that was needed.' }),
  endedAt: z.iso.datetime().nullable().meta({ description: 'When it was withdrawn or replaced.' }),
});

export type Plan = z.output<typeof plan>;

/** The response of `GET /api/operator/plans` and `GET /api/operator/products/{slug}/plans`. */
export const planList = z
  .strictObject({ list: z.array(plan), next: nextPage })
  .meta({ id: 'PlanList', description: 'What was planned last comes first.' });

export type PlanList = z.output<typeof planList>;

/** When something is to be in force, in the answer to its change. */
export const plannedMoment = z.strictObject({
  effectiveAt: z.iso.datetime(),
  waits: z.boolean().meta({ description: 'Whether it waits for the approval of another person.' }),
});

export const momentWish = z.iso
  .datetime({ error: 'Expected a moment in UTC, such as 2026-12-12T00:00:00Z.' })
  .meta({ description: 'In UTC.' });

/** The body of `…/plans/{plan}/approval`, `/withdrawal` and `/return`. */
export const planBody = z.strictObject({ reason });

/** The body of `…/plans/{plan}/moment`. */
export const planMomentBody = z.strictObject({
  effectiveAt: momentWish,
  reason: reason.meta({
    description: 'Why. Callers read it beside the price; without one, the earlier reason stays.',
  }),
});

/** The response of a change of a plan. */
export const changedPlan = z
  .strictObject({
    slug: z.string(),
    plan: z.int().meta({ description: 'A plan that was moved has another number.' }),
    planned: plannedMoment.nullable().meta({ description: 'Null if it was withdrawn.' }),
  })
  .meta({ id: 'ChangedPlan' });
