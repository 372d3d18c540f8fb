import { z } from 'zod';

export const steps = ['protect', 'publish', 'price', 'invite', 'mail', 'backup'] as const;

/** The response of `GET /api/operator/first-steps`. */
export const firstSteps = z
  .strictObject({
    list: z.array(
      z.strictObject({
        step: z.enum(steps).meta({
          description:
            'Protect your own sign-in with a passkey or a second factor, publish an API of your own, give one of its products a price, invite somebody to an account, set a mail server, make a backup.',
        }),
        done: z.boolean(),
      }),
    ),
    open: z.int().min(0).meta({ description: 'How many are to be done. 0 once they are dismissed.' }),
  })
  .meta({
    id: 'FirstSteps',
    description: 'Those that the caller may do. Each is done as soon as the portal sees it.',
  });

export type FirstSteps = z.output<typeof firstSteps>;
