import { z } from 'zod';
import { nextPage } from './accounts.ts';
import { brokenRule, health } from './health.ts';
import { reason } from './reason.ts';

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
        health: health.meta({ description: brokenRule }),
      }),
    ),
    next: nextPage,
  })
  .meta({ id: 'OperatorProductList', description: 'Newest first.' });

export type OperatorProductList = z.output<typeof operatorProductList>;

export const changedStatus = z.strictObject({ slug: z.string(), status }).meta({ id: 'ChangedStatus' });
