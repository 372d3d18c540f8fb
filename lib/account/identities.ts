import { z } from 'zod';
import { token } from './people.ts';

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
  .meta({ id: 'IdentityList', description: 'By which you sign in elsewhere, the oldest first.' });

export type IdentityList = z.output<typeof identityList>;

/** A path of the portal itself. Two slashes would begin another host. */
const ownPath = /^\/(?!\/)[\w/.-]{0,199}$/;

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
  .strictObject({ location: z.url().meta({ description: 'Where the browser goes on.' }) })
  .meta({ id: 'BegunSignIn' });
