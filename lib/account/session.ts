import { z } from 'zod';

/** The body of `POST /api/session`. */
export const signInBody = z.strictObject({
  key: z
    .string('Expected an API key, as in fb_….')
    .trim()
    .min(1, 'Expected an API key, as in fb_….')
    .max(200, 'This is too long to be an API key.'),
});

/** The response of `GET /api/session`. */
export const sessionSchema = z
  .strictObject({
    kind: z.enum(['guest', 'account']),
    account: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    key: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        hint: z.string().meta({ description: 'The last characters of the key.' }),
      })
      .nullable()
      .meta({ description: 'The API key that identifies the caller.' }),
    operator: z.boolean(),
  })
  .meta({ id: 'Session', description: 'The current caller.' });

export type Session = z.output<typeof sessionSchema>;

export const guestSession: Session = { kind: 'guest', account: null, key: null, operator: false };
