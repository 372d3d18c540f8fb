import { type MailAddress } from '../../lib/account/mail-address.ts';
import { maskedAddress } from '../../lib/operator/people.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { momentText } from '../../lib/text/times.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { refuseUnlessConfirmed, requirePerson } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import { writeChange } from '../store/write-change.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { hashOfNetwork, hasMailCodes } from './proofs/prove-code.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;

/** Changes the name of the caller. */
export async function renameOwnPerson(
  context: Context,
  caller: Caller,
  name: string,
  requestId: string,
): Promise<void> {
  const { id } = requirePerson(caller);
  await writeChange(context, 'rename-person', { personId: id, name }, authorOf(caller, requestId));
}

/**
 * Mails a link to the address that the caller wants. Whether somebody else has it already, only its mailbox learns, when
 * the link is used.
 */
export async function askForAddress(
  context: Context,
  caller: Caller,
  { address, comparisonKey }: MailAddress,
  requestId: string,
): Promise<void> {
  const { key, id } = requirePerson(caller);
  const { settings, secret, store } = context;
  if (!hasMailCodes(settings))
    throw new Problem(
      'forbidden',
      'This portal does not send email, so it cannot confirm an address. Ask an operator to change it.',
    );
  refuseUnlessConfirmed(caller, Date.now());
  const { email } = await store.people.read(key);
  if (email === address) throw invalidBody([{ pointer: '/email', detail: 'This is your address already.' }]);
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const expiresAt = now + lifetimeMs;
  const wish = {
    ...{ personKey: key, personId: id, email: address, hash, now, expiresAt },
    // Each person may cause so many mails, wherever they are.
    askedBy: hashOfNetwork(secret, id),
    mail: addressLinkMail(`${settings.url}/address#${token}`, settings.url, expiresAt),
    mailToPresent: askedMail(maskedAddress(comparisonKey), settings.url),
  };
  const { outcome } = await writeChange(context, 'ask-for-address', wish, authorOf(caller, requestId));
  if (outcome === 'unproven')
    throw invalidBody([
      {
        pointer: '/email',
        detail:
          'Your present address is not verified yet. Sign in once with a code that is mailed to it, or ask an operator to change it.',
      },
    ]);
  if (outcome === 'bound')
    throw new Problem('rate-limited', 'You asked for many links today. Try again tomorrow.', [], {
      'retry-after': String(60 * 60),
    });
}

/** Makes the address of a link the person's own. Returns it. */
export async function useAddressLink(context: Context, token: string, requestId: string): Promise<string> {
  const { url } = context.settings;
  const wish = { linkHash: hashLinkToken(token), mail: addressChangedMail(url), now: Date.now() };
  // Whoever has the link is the person, and the entry names them as its target.
  const author = { kind: 'portal', id: null, requestId } as const;
  const result = await writeChange(context, 'use-address-link', wish, author);
  if (result.outcome === 'over')
    throw new Problem(
      'link-expired',
      'This link has expired or was used. Sign in, and ask for a new one on your profile.',
    );
  if (result.outcome === 'taken') throw addressTaken('/token');
  return result.email;
}

export function addressTaken(pointer: string): Problem {
  return invalidBody([{ pointer, detail: 'Another person of this portal has this address.' }]);
}

function addressLinkMail(link: string, url: string, expiresAtMs: number): MailText {
  const until = `${momentText(new Date(expiresAtMs).toISOString())} UTC`;
  return {
    subject: 'Confirm your new address for Farebox',
    text: `With this link this address becomes that of your profile at the portal ${url}. It works once, until ${until}:

${link}

If you did not ask for it, you can ignore this email.
`,
  };
}

function askedMail(wanted: string, url: string): MailText {
  return {
    subject: 'Your address for Farebox is about to change',
    text: `You asked to use ${wanted} instead of this address at the portal ${url}. It changes when the link that was mailed there is used.

If it was not you, change your password at ${url}/profile: that ends the link, and all other sessions.
`,
  };
}

/** Warns a person in case somebody else has changed the address. */
export function addressChangedMail(url: string): MailText {
  return {
    subject: 'Your address for Farebox was changed',
    text: `This address is no longer that of a profile at the portal ${url}. Sign in with the new one.

If it was not you, ask an operator of the portal for help.
`,
  };
}
