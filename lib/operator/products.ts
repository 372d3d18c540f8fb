import { z } from 'zod';
import { reason } from './reason.ts';

const status = z.enum(['online', 'offline'], 'Expected online or offline.');

/** The body of `POST /api/operator/products/{slug}/status`. */
export const statusBody = z.strictObject({
  status: status.meta({ description: 'offline: not listed, and calls are refused at once.' }),
  reason,
});

export const changedStatus = z.strictObject({ slug: z.string(), status }).meta({ id: 'ChangedStatus' });
