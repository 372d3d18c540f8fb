import { z } from 'zod';
import { mailAddress, newPassword, personName, token } from './people.ts';

/** Asks for a link. */
export const registrationWish = z.strictObject({ email: mailAddress });

/** Registers with the link. */
export const newRegistration = z.strictObject({
  token: token.meta({ description: 'From the link that was mailed.' }),
  name: personName,
  password: newPassword,
});

/** The body of `POST /api/registration`. */
export const registrationBody = z.union([registrationWish, newRegistration]);
