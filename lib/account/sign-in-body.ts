import { z } from 'zod';
import { codeSignInBody, mailCodeSignInBody } from './factors.ts';
import { passkeySignInBody } from './passkeys.ts';
import { personSignInBody } from './people.ts';

/** How a program signs in. */
export const keySignInBody = z.strictObject({
  key: z
    .string('Expected an API key, as in fb_….')
    .trim()
    .min(1, 'Expected an API key, as in fb_….')
    .max(200, 'This is too long to be an API key.'),
});

/** The body of `POST /api/session`. */
export const signInBody = z.union([
  personSignInBody,
  mailCodeSignInBody,
  codeSignInBody,
  passkeySignInBody,
  keySignInBody,
]);
