import { z } from 'zod';
import { mailAddress } from './people.ts';

export const mailCodeDigits = 8;

/** The body of `POST /api/session/mail-code`. */
export const mailCodeBody = z.strictObject({ email: mailAddress });

/** How a person signs in with a code that was mailed. */
export const mailCodeSignInBody = z.strictObject({
  email: mailAddress,
  code: z
    .string('Enter the code.')
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine((code) => /^\d{8}$/.test(code), `Enter the ${mailCodeDigits} digits of the mail.`),
});
