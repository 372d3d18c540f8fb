import { z } from 'zod';

/** What `POST /api/session` takes. */
export const signInBody = z.strictObject({
  key: z
    .string('Expected an API key, as in fb_….')
    .trim()
    .min(1, 'Expected an API key, as in fb_….')
    .max(200, 'That is longer than any API key.'),
});

/** What `GET /api/session` answers. */
export const sessionSchema = z
  .strictObject({
    kind: z.enum(['guest', 'account']),
    account: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    key: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        hint: z.string().meta({ description: 'The last letters of the key.' }),
      })
      .nullable()
      .meta({ description: 'The API key by which the caller is known.' }),
    operator: z.boolean(),
  })
  .meta({ id: 'Session', description: 'Who asks.' });

export type Session = z.output<typeof sessionSchema>;

export const guestSession: Session = { kind: 'guest', account: null, key: null, operator: false };
