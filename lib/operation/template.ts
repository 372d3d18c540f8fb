import { z } from 'zod';
import { chargesSchema } from '../call/charges.ts';
import { limitsSchema } from './limits.ts';
import { operationExtension, operationSchema } from './operation.ts';
import { priceSchema } from '../price/price.ts';

/** A published operation. It includes the price, so a version fixes its price. */
export const templateSchema = operationSchema.extend({
  'x-farebox': operationExtension.extend({
    price: priceSchema,
    charges: chargesSchema.optional(),
    limits: limitsSchema.optional(),
  }),
});

export type Template = z.infer<typeof templateSchema>;
