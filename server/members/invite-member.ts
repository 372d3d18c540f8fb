import type { NewInvitation } from '../../lib/account/members.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Settings } from '../env.ts';
import { linkLifetimeMs, newLinkToken } from '../people/link-token.ts';
import { randomLetters } from '../random-letters.ts';
import type { Author } from '../store/author.ts';
import type { CreateInvitationResult } from '../store/member-changes.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import { invitationMail } from './invitation-mail.ts';
import { roleRefusal } from '../callers/require-role.ts';

/** Open ones of an account. */
const mostInvitations = 100;

interface Context {
  store: Pick<Store, 'writer'>;
  settings: Pick<Settings, 'url'>;
}

interface Wish extends NewInvitation {
  account: { id: string; name: string };
  /** The person who invites; null for the command line. */
  by: number | null;
}

/** Invites somebody to an account. The token of the link is in its fragment. */
export async function inviteMember(
  context: Context,
  { account, role, caps, email, by }: Wish,
  author?: Author,
): Promise<{ id: string; link: string; expiresAt: string }> {
  const { url } = context.settings;
  const { token, hash } = newLinkToken();
  const id = `inv_${randomLetters(16)}`;
  const now = Date.now();
  const expiresAt = now + linkLifetimeMs;
  const link = `${url}/join#${token}`;
  const invitation = {
    ...{ id, hash, accountId: account.id, role, by, now, expiresAt, most: mostInvitations },
    caps: { capDay: caps?.day ?? null, capMonth: caps?.month ?? null, capTotal: caps?.total ?? null },
    sendTo: email
      ? {
          address: email.address,
          mail: invitationMail({ account: account.name, role, link, url, expiresAt }),
        }
      : null,
  };
  const { outcome } = await writeChange(context, 'create-invitation', invitation, author);
  if (outcome !== 'invited') throw refusal(outcome);
  return { id, link, expiresAt: new Date(expiresAt).toISOString() };
}

function refusal(outcome: Exclude<CreateInvitationResult['outcome'], 'invited'>): Problem {
  switch (outcome) {
    case 'no-account':
      return new Problem('not-found', 'There is no such account.');
    case 'not-allowed':
      return roleRefusal('Your role in this account does not allow you to invite with this role.');
    case 'first-is-owner':
      return new Problem('forbidden', 'The account has no members yet. Invite its first one as owner.');
    case 'too-many':
      return new Problem(
        'forbidden',
        `The account already has ${mostInvitations} open invitations, which is the maximum. Withdraw some.`,
      );
  }
}
