import { z } from 'zod';
import { offeredIssuer } from './identities.ts';
import { usedPasskey } from './passkeys.ts';
import { givenPassword, mailAddress } from './people.ts';

const longestCode = 100;

/** A code of an authenticator app, or a recovery code. Spaces and dashes do not count. */
const factorCode = z
  .string('Enter a code.')
  .trim()
  .min(1, 'Enter a code.')
  .max(longestCode, `A code can have at most ${longestCode} characters.`);

/** How a person ends a sign-in that needs a code. */
export const codeSignInBody = z.strictObject({
  pending: z
    .string('Begin with the email address and the password.')
    .max(longestCode, 'This is too long.')
    .meta({ description: 'From the response to the email address and the password or mailed code.' }),
  code: factorCode,
});

/** The response to the right password or mailed code of a person who has a second factor. */
export const pendingSignIn = z
  .strictObject({ pending: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: 'PendingSignIn', description: 'A sign-in that needs a code.' });

export type PendingSignIn = z.output<typeof pendingSignIn>;

export const passwordConfirmation = z.strictObject({ password: givenPassword });
export const codeConfirmation = z.strictObject({ code: factorCode });
export const passkeyConfirmation = z.strictObject({ passkey: usedPasskey });

/** The body of `POST /api/session/confirmation`. */
export const confirmationBody = z.union([passwordConfirmation, codeConfirmation, passkeyConfirmation]);

export type ConfirmationWish = z.output<typeof confirmationBody>;

/** The response of `GET /api/session/confirmation`. */
export const confirmationWays = z
  .strictObject({
    ways: z.array(z.enum(['password', 'code', 'passkey'])).meta({ description: 'One of them is enough.' }),
    issuers: z
      .array(offeredIssuer)
      .meta({ description: 'Where the person has an identity: `POST /api/oidc/{issuer}` confirms, too.' }),
    mailCode: z.boolean().meta({
      description:
        'Whether the session began with an emailed code, so that signing in with one again also confirms.',
    }),
  })
  .meta({ id: 'ConfirmationWays' });

export type ConfirmationWays = z.output<typeof confirmationWays>;

/** The body of `POST /api/second-factor`. */
export const secondFactorBody = z.strictObject({
  code: factorCode.optional().meta({ description: 'Of the authenticator app, to turn it on.' }),
});

/** The response of `GET /api/second-factor`. */
export const secondFactorState = z
  .strictObject({
    enabledAt: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'SecondFactor' });

export type SecondFactorState = z.output<typeof secondFactorState>;

/** A second factor that does not count yet. */
export const newSecondFactor = z
  .strictObject({
    secret: z.string().meta({ description: 'In Base32, to type into an app.' }),
    link: z.string().meta({ description: 'The same as an address of the scheme otpauth.' }),
    picture: z.strictObject({ size: z.int(), path: z.string() }).meta({
      description: 'The link as a QR code: the modules of a side, and an SVG path of the dark ones.',
    }),
  })
  .meta({ id: 'NewSecondFactor' });

export type NewSecondFactor = z.output<typeof newSecondFactor>;

export const enabledSecondFactor = z
  .strictObject({
    recoveryCodes: z.array(z.string()).meta({ description: 'Each signs in once. Shown only once.' }),
  })
  .meta({ id: 'EnabledSecondFactor' });

export type EnabledSecondFactor = z.output<typeof enabledSecondFactor>;

export const mailCodeDigits = 8;

/** The body of `POST /api/session/mail-code`. */
export const mailCodeBody = z.strictObject({ email: mailAddress });

/** How a person signs in with a code that was mailed. */
export const mailCodeSignInBody = z.strictObject({
  email: mailAddress,
  code: z
    .string('Enter the code.')
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine((code) => /^\d{8}$/.test(code), `Enter the ${mailCodeDigits} digits from the email.`),
});
