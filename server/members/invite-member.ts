import type { z } from 'zod';
import { invitationSubject, type createdInvitation, type NewInvitation } from '../../lib/account/members.ts';
import type { MemberRole } from '../../lib/account/roles.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { momentText } from '../../lib/text/times.ts';
import { nameInMail } from '../../lib/text/names.ts';
import { owners, roleRefusal } from '../callers/require-role.ts';
import type { Settings } from '../env.ts';
import { linkLifetimeMs, newLinkToken } from '../people/link-token.ts';
import { randomLetters } from '../call-id.ts';
import type { Author } from '../store/author.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import type { Payload, Result } from '../store/writer.ts';

/** Open ones of an account. */
const mostInvitations = 100;

interface Context {
  store: Pick<Store, 'writer'>;
  settings: Pick<Settings, 'url'>;
}

interface Wish extends NewInvitation {
  account: { id: string; name: string };
  /** The person who invites; null for operators and the command line. */
  by: number | null;
  /** The network of the person, as a hash. */
  askedBy?: string;
}

type CreatedInvitation = z.output<typeof createdInvitation>;

/** Invites somebody to an account. */
export async function inviteMember(
  context: Context,
  wish: Wish,
  author?: Author,
): Promise<CreatedInvitation> {
  const { payload, created } = newInvitation(context.settings, wish);
  return invitedOrProblem(await writeChange(context, 'create-invitation', payload, author), created);
}

/** A new invitation, and what the writer needs to store it. The token of the link is in its fragment. */
export function newInvitation(
  { url }: Pick<Settings, 'url'>,
  { account, role, caps, email, by, askedBy }: Wish,
): { payload: Payload<'create-invitation'>; created: CreatedInvitation } {
  const { token, hash } = newLinkToken();
  const id = `inv_${randomLetters(16)}`;
  const now = Date.now();
  const expiresAt = now + linkLifetimeMs;
  const link = `${url}/join#${token}`;
  const payload = {
    id,
    hash,
    accountId: account.id,
    role,
    by,
    now,
    expiresAt,
    most: mostInvitations,
    ...(askedBy !== undefined && { askedBy }),
    caps: { capDay: caps?.day ?? null, capMonth: caps?.month ?? null, capTotal: caps?.total ?? null },
    sendTo: email
      ? {
          address: email.address,
          mail: invitationMail({ account: account.name, role, link, url, expiresAt }),
        }
      : null,
  };
  return { payload, created: { id, link, expiresAt: new Date(expiresAt).toISOString() } };
}

export function invitedOrProblem(
  { outcome }: Result<'create-invitation'>,
  created: CreatedInvitation,
): CreatedInvitation {
  if (outcome === 'invited') return created;
  throw refusal(outcome);
}

function refusal(outcome: Exclude<Result<'create-invitation'>['outcome'], 'invited'>): Problem {
  switch (outcome) {
    case 'no-account':
      return new Problem('not-found', 'There is no such account.');
    case 'not-allowed':
      return roleRefusal(
        'Your role in this account does not allow you to invite someone with this role.',
        owners,
      );
    case 'first-is-owner':
      return new Problem('forbidden', 'The account has no members yet. Invite its first one as owner.');
    case 'too-many':
      return new Problem(
        'forbidden',
        `The account already has ${mostInvitations} open invitations, which is the maximum. Withdraw some.`,
      );
    case 'too-many-mails':
      return new Problem(
        'forbidden',
        'The account has mailed 50 invitations within a day, or 3 to this address, or the portal has mailed as many as it may. Invite without an address, and send the link yourself.',
      );
  }
}

interface Invited {
  /** The name of the account. */
  account: string;
  role: MemberRole;
  link: string;
  url: string;
  /** A time in milliseconds. */
  expiresAt: number;
}

export function invitationMail({ account, role, link, url, expiresAt }: Invited): MailText {
  return {
    subject: invitationSubject(account),
    text: `You are invited to the account "${nameInMail(account)}" of the portal at ${url}, with the role "${role}". With this link you join. It works once, until ${momentText(new Date(expiresAt).toISOString())} UTC:

${link}

If you did not expect this email, you can ignore it.
`,
  };
}
