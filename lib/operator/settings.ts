import { z } from 'zod';

/** The response of `GET /api/operator/settings`. */
export const settingList = z
  .strictObject({
    list: z.array(z.strictObject({ name: z.string(), value: z.string(), meaning: z.string() })),
  })
  .meta({ id: 'SettingList', description: 'The settings in force, without secrets.' });

export type SettingList = z.output<typeof settingList>;
