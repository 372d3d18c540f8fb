import { z } from 'zod';
import { nextPage, reason } from './accounts.ts';
import { brokenRule, health } from './health.ts';

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

/** The response of `GET /api/operator/settings`. */
export const settingList = z
  .strictObject({
    list: z.array(z.strictObject({ name: z.string(), value: z.string(), meaning: z.string() })),
  })
  .meta({ id: 'SettingList', description: 'The settings in force, without secrets.' });

export type SettingList = z.output<typeof settingList>;
