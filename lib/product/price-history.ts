import { z } from 'zod';
import { nextPage } from '../operator/accounts.ts';
import { changeKinds } from '../price/cost-text.ts';
import { explainedLine, priceTotal } from './playground-result.ts';
import { creditRange } from './product.ts';

const change = z.strictObject({
  kind: z.enum(changeKinds).meta({
    description:
      'What became of a line, of the least or the most, or of what a failed call costs. `changed`: neither dearer nor cheaper for every call.',
  }),
  label: z.string(),
  before: z.string().nullable().meta({ description: 'Null of what is new.' }),
  now: z.string().nullable().meta({ description: 'Null of what is gone.' }),
});

const heldPrice = z.strictObject({
  at: z.iso.datetime().meta({ description: 'When it was published.' }),
  release: z.int().meta({ description: 'Its number among all that was published of the product.' }),
  version: z.int().meta({ description: 'The version of the template, as receipts name it.' }),
  versions: z
    .array(z.int())
    .meta({ description: 'All versions with this price: later ones changed something else.' }),
  price: creditRange,
  lines: z.array(explainedLine),
  total: priceTotal,
  charges: z
    .array(z.string())
    .meta({ description: 'What calls cost that are not charged as usual: a failed call is usually free.' }),
  mayCostMore: z.boolean().nullable().meta({
    description:
      'Whether a call can cost more than before; `false` is proved for every input. Null of the first price that is known.',
  }),
  changes: z.array(change).meta({
    description:
      'What differs from before. Empty of the first price, and where the product takes other inputs for the same price.',
  }),
  reason: z.string().nullable().meta({ description: 'What the operator of the portal gave as a reason.' }),
});

const comingPrice = z
  .strictObject({
    at: z.iso.datetime().meta({ description: 'From when on calls are priced by it.' }),
    text: z.string().meta({ description: 'Such as “From 12 Dec 2026, 14:00 UTC: 3 → 4 credits”.' }),
    price: creditRange,
    before: creditRange,
    lines: z.array(explainedLine),
    total: priceTotal,
    charges: heldPrice.shape.charges,
    mayCostMore: z.boolean().meta({
      description: 'Whether a call can cost more than before; `false` is proved for every input.',
    }),
    changes: z.array(change).meta({ description: 'What will differ from the price now.' }),
    reason: heldPrice.shape.reason,
  })
  .meta({ id: 'AnnouncedPrice', description: 'A price that is announced and not yet in force.' });

/** The response of `GET /api/product/prices/{api_id}`. */
export const priceHistory = z
  .strictObject({
    coming: comingPrice.nullable().meta({
      description: 'The price that is announced. Null if none is, and with `before`.',
    }),
    list: z.array(heldPrice),
    next: nextPage,
  })
  .meta({ id: 'PriceHistory', description: 'Newest first.' });

export type PriceHistory = z.output<typeof priceHistory>;
export type HeldPrice = PriceHistory['list'][number];
export type AnnouncedPrice = NonNullable<PriceHistory['coming']>;
