import type { ChooseAccountPayload } from '../../member-changes.ts';
import { findMember } from '../found-member.ts';
import { run, type Steps } from '../statement.ts';
import { actIn } from './use-invitation.ts';

/** Sets the account in which a person acts in a session. */
export function* chooseAccount({
  personKey,
  sessionId,
  accountId,
}: ChooseAccountPayload): Steps<{ chosen: boolean }> {
  const member = yield* findMember(accountId, personKey);
  if (!member) return { chosen: false };
  return { chosen: (yield* run(actIn, member.accountKey, sessionId, personKey)) > 0 };
}
