import { z } from 'zod';
import { countOf } from '../text/numbers.ts';
import { token } from './people.ts';

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
