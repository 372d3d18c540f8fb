import { z } from 'zod';

export const usageKinds = ['product', 'key', 'member'] as const;

export type UsageKind = (typeof usageKinds)[number];

/** The response of `GET /api/usage`. */
export const usage = z
  .strictObject({
    by: z.enum(usageKinds),
    from: z.iso.date(),
    to: z.iso.date(),
    list: z.array(
      z.strictObject({
        day: z.iso.date(),
        of: z
          .strictObject({
            id: z.string(),
            slug: z.string().optional().meta({ description: 'Of a product.' }),
            name: z.string(),
          })
          .nullable()
          .meta({
            description: 'The product, API key or person. Null: calls without a key, or by no member.',
          }),
        calls: z.int().min(1),
        credits: z.int().min(0),
      }),
    ),
  })
  .meta({ id: 'Usage', description: 'Resolved calls by the day (UTC) in which they began, newest first.' });

export type Usage = z.output<typeof usage>;
