import { z } from 'zod';
import { ownPath } from './sign-in-address.ts';
import { token, mailAddress, newPassword, personName } from './people.ts';

/** Where people can sign in beside the portal, as buttons show it. */
export const offeredIssuer = z.strictObject({ name: z.string(), label: z.string() });

export type OfferedIssuer = z.output<typeof offeredIssuer>;

/** The response of `GET /api/identities`. */
export const identityList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        issuer: z.string().meta({ description: 'The address of the issuer.' }),
        label: z.string().meta({ description: 'What the portal calls the issuer.' }),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
    issuers: z.array(offeredIssuer).meta({ description: 'Those that can be connected.' }),
  })
  .meta({
    id: 'IdentityList',
    description: 'The identities with which you sign in elsewhere, oldest first.',
  });

export type IdentityList = z.output<typeof identityList>;

/** The body of `POST /api/oidc/{issuer}`. */
export const beginOidcBody = z.strictObject({
  purpose: z.enum(['sign-in', 'connect', 'confirm']).default('sign-in').meta({
    description:
      'Sign in; let the person who is signed in use this identity as well; or confirm that it is still them.',
  }),
  invitation: token.optional().meta({ description: 'From the link of an invitation, to join its account.' }),
  returnTo: z
    .string()
    .regex(ownPath, 'Expected a path of the portal, such as /profile.')
    .optional()
    .meta({ description: 'The page after a sign-in or a confirmation.' }),
});

export type OidcWish = z.output<typeof beginOidcBody>;

/** The response of `POST /api/oidc/{issuer}`. */
export const begunOidc = z
  .strictObject({ location: z.url().meta({ description: 'Where the browser continues.' }) })
  .meta({ id: 'BegunSignIn' });

/** Why a sign-in elsewhere led to nothing, by the code in the address of the page that says so. */
const oidcRefusals = {
  busy: 'The portal could not save this right now, or there were too many sign-ins. Try again in a minute.',
  cancelled: 'The sign-in was cancelled, or not allowed there.',
  closed:
    'This identity is not connected to anyone here, and this portal is invitation-only. If you have signed in here before, sign in the same way again, then connect the identity in your profile.',
  expired:
    'This sign-in took too long, was already used, or began in another browser or at another address. Start again.',
  invitation:
    'You are signed in, but did not join: the invitation has expired, was used or withdrawn. Ask for a new one.',
  'known-email':
    'Someone here already has the email address of this identity. If it is you, sign in as you did before, then connect the identity in your profile.',
  'suspended-account':
    'You did not join: the account is suspended. Your link works again when that ends: ask the operator of this portal.',
  'newcomer-invitation':
    'The invitation has expired, was used or withdrawn, or this portal does not accept new people invited by members. Ask for a new one.',
  'no-email':
    'The sign-in there did not give an email address that the portal can use, so you were not registered.',
  'not-asked':
    'You were not asked for your password there, so this does not confirm that it is you. Sign out there, then try again.',
  other: 'This identity belongs to someone else, or you are no longer signed in. Nothing was changed.',
  'too-many': 'You have connected as many identities as one person can. Disconnect one first.',
  unavailable: 'Signing in there does not work at the moment. Try again later, or sign in another way.',
  unproven:
    'The response from there could not be verified, so nothing was done. Start again. If it happens again, tell the operator of this portal.',
  'unverified-email':
    'The sign-in there has not verified your email address, so you were not registered. Verify it there, or register with the address here.',
} as const;

export type OidcRefusal = keyof typeof oidcRefusals;

/** The sentence for the parameter `refused` of an address; undefined if it has none of these codes. */
export function oidcSentence(code: unknown): string | undefined {
  return typeof code === 'string' && isRefusal(code) ? oidcRefusals[code] : undefined;
}

function isRefusal(code: string): code is OidcRefusal {
  return Object.hasOwn(oidcRefusals, code);
}

/** Asks for a link. */
export const registrationWish = z.strictObject({ email: mailAddress });

/** Registers with the link. */
export const newRegistration = z.strictObject({
  token: token.meta({ description: 'From the link that was emailed.' }),
  name: personName,
  password: newPassword,
});

/** The body of `POST /api/registration`. */
export const registrationBody = z.union([registrationWish, newRegistration]);
