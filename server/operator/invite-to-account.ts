import type { z } from 'zod';
import type { createdInvitation } from '../../lib/account/members.ts';
import type { operatorInvitationBody } from '../../lib/operator/accounts.ts';
import { invitedOrProblem, newInvitation } from '../members/invite-member.ts';
import type { OperatorChange } from './change.ts';
import { requireAccount } from './read-account.ts';

type Wish = z.output<typeof operatorInvitationBody> & { accountId: string };

/** Invites somebody to an account, such as its first owner. The link is in the answer alone, and in a mail. */
export const inviteToAccount: OperatorChange<
  Wish,
  'create-invitation',
  z.output<typeof createdInvitation>
> = {
  right: 'invite-member',
  // Otherwise people who may only create accounts could join any account.
  alsoWhere: ({ accountId }) => ({ account: accountId, has: 'members', right: 'invite-to-used-account' }),
  verb: 'create-invitation',
  status: 201,
  async prepare(context, { accountId, ...wish }) {
    const account = await requireAccount(context, accountId);
    const { payload, created } = newInvitation(context.settings, { ...wish, account, by: null });
    return { payload, given: created };
  },
  answer: invitedOrProblem,
};
