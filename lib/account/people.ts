import { z } from 'zod';
import { isFitForName, unfitForName } from '../text/names.ts';
import { countOf } from '../text/numbers.ts';
import { parseMailAddress } from './mail-address.ts';
import { leastPasswordLetters } from './password-limits.ts';

const longestName = 100;
const longestPassword = 200;

/** An email address, which is compared without capitals. */
export const mailAddress = z.string('Enter an email address.').transform((text, context) => {
  const parsed = parseMailAddress(text);
  if (parsed) return parsed;
  context.addIssue('Enter an email address, such as ada@example.com.');
  return z.NEVER;
});

export const personName = z
  .string('Enter your name.')
  .trim()
  .min(1, 'Enter your name.')
  .max(longestName, `A name can have at most ${longestName} characters.`)
  .refine(isFitForName, unfitForName('A name'));

export const token = z
  .string('The link is incomplete.')
  .min(1, 'The link is incomplete.')
  .max(100, 'The link is too long.');

/** The password of a sign-in. */
export const givenPassword = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(longestPassword, `A password can have at most ${longestPassword} characters.`);

/** A new password. The server also refuses one that is easy to guess. */
export const newPassword = z
  .string('Choose a password.')
  .min(leastPasswordLetters, `Choose at least ${leastPasswordLetters} characters.`)
  .max(longestPassword, `A password can have at most ${longestPassword} characters.`);

/** The body of `POST /api/setup`. */
export const setupBody = z.strictObject({
  token: token.meta({ description: 'From the link that the portal prints when it starts.' }),
  email: mailAddress,
  name: personName,
  password: newPassword,
});

/** The body of `PATCH /api/person`. */
export const ownPersonBody = z.strictObject({ name: personName });

/** The body of `POST /api/person/address`. */
export const newAddressBody = z.strictObject({ email: mailAddress });

/** The body of `POST /api/address`. */
export const addressLinkBody = z.strictObject({
  token: token.meta({ description: 'From a link to confirm an address.' }),
});

export const confirmedAddress = z.strictObject({ email: z.string() }).meta({ id: 'ConfirmedAddress' });

/** How a person signs in. */
export const personSignInBody = z.strictObject({ email: mailAddress, password: givenPassword });

export const passwordLinkBody = z.strictObject({
  token: token.meta({ description: 'From a link to choose a password.' }),
  password: newPassword,
});

export const newPasswordBody = z.strictObject({
  current: givenPassword
    .optional()
    .meta({ description: 'Left out if `GET /api/sessions` says that it is not needed.' }),
  password: newPassword,
});

/** The body of `POST /api/password`. */
export const passwordBody = z.union([newPasswordBody, passwordLinkBody]);

/** The response of `GET /api/sessions`. */
export const sessionList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        device: z.string().meta({ description: 'The browser and system, such as "Firefox on Linux".' }),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime().meta({ description: 'Exact to an hour.' }),
        isCurrent: z.boolean(),
      }),
    ),
    hasPassword: z.boolean().meta({ description: 'False for people who have only signed in elsewhere.' }),
    addressProven: z.boolean().meta({
      description: 'False until the first emailed code or link is used, which ends earlier ways to sign in.',
    }),
    needsCurrentPassword: z.boolean().meta({
      description:
        'Whether changing the password needs the current one. It does not in the ten minutes after a sign-in with an emailed code, unless you have a passkey, or a second factor that was turned on since.',
    }),
  })
  .meta({ id: 'SessionList', description: 'Where you are signed in, last used first.' });

export type SessionList = z.output<typeof sessionList>;

/** What a person can have by which they sign in, or are signed in. */
const wayIn = z.enum(['password', 'second factor', 'passkeys', 'identities', 'sessions']);

export type WayIn = z.output<typeof wayIn>;

export const waysIn = z.array(wayIn);

/** What the first proof of an address does to the person: which ways in end, and how many API keys stay. */
export interface FirstProof {
  ended: WayIn[];
  keptKeys: number;
}

const list = new Intl.ListFormat('en-GB');

/** Such as "password, passkeys and sessions". */
export function listOfWords(words: readonly string[]): string {
  return list.format(words);
}

/** Follows the sentence of what the first proof ends. */
export function keptKeysText(keptKeys: number): string {
  if (keptKeys === 0) return '';
  return ` ${countOf(keptKeys, 'API key')} created before ${keptKeys === 1 ? 'stays' : 'stay'} active. Revoke any that you do not recognise, in each account.`;
}

/** The body of `POST /api/link`. */
export const shownLinkBody = z.strictObject({
  token: token.meta({
    description: 'From a link to choose a password, to register or to set up the portal.',
  }),
});

/** The response of `POST /api/link`. */
export const shownLink = z
  .strictObject({
    email: z
      .string()
      .nullable()
      .meta({ description: 'The address that the link is for; null for one to set up the portal.' }),
    name: z.string().nullable().meta({ description: 'Of the person who has the address, if somebody does.' }),
    ends: waysIn.meta({
      description: 'What its use ends in the person because it is the first proof of their address.',
    }),
    keptKeys: z.int().meta({ description: 'How many API keys of the person stay then.' }),
    asksFactor: z.boolean().meta({ description: 'Whether the person then signs in with a second factor.' }),
    accounts: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The names of the accounts of the person; null if nobody has the address yet.' }),
  })
  .meta({ id: 'ShownLink' });

export type ShownLink = z.output<typeof shownLink>;
