import type { CreateInvitationPayload, CreateInvitationResult } from '../../member-changes.ts';
import { mayPerson } from '../found-member.ts';
import { queueMail, reachedMailBound } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findAnyMember = statement<{ key: number }>(
  'SELECT key FROM Member WHERE accountKey = ? AND removedAt IS NULL LIMIT 1',
);
const countOpen = statement<{ open: number }>(
  `SELECT count(*) AS open FROM Invitation
    WHERE accountKey = ? AND usedAt IS NULL AND withdrawnAt IS NULL AND expiresAt > ?`,
);
const withdrawOthers = statement(
  'UPDATE Invitation SET withdrawnAt = ? WHERE accountKey = ? AND usedAt IS NULL AND withdrawnAt IS NULL',
);
// Withdrawn ones count: their mails were sent.
const countMailed = statement<{ all: number; to: number }>(
  `SELECT count(*) AS "all", coalesce(sum(CASE WHEN lower(email) = ? THEN 1 ELSE 0 END), 0) AS "to" FROM Invitation
    WHERE accountKey = ? AND createdAt > ? AND email IS NOT NULL`,
);
const insert = statement(
  `INSERT INTO Invitation (hash, id, accountKey, role, capDay, capMonth, capTotal, email, invitedBy, createdAt, expiresAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** In a day. A stranger who registers must not use the portal to send mails. */
const mostMails = 50;
const mostMailsToOne = 3;
const dayMs = 24 * 60 * 60 * 1000;

function* hasMailedEnough(accountKey: number, address: string, now: number): Steps<boolean> {
  const since = timeOf(now - dayMs);
  const mailed = yield* first(countMailed, address.toLowerCase(), accountKey, since);
  return Number(mailed?.all) >= mostMails || Number(mailed?.to) >= mostMailsToOne;
}

/** Makes a link by which one person joins an account, and mails it if there is an address. */
export function* createInvitation(payload: CreateInvitationPayload): Steps<CreateInvitationResult> {
  const { accountId, role, by, now, sendTo } = payload;
  const account = yield* first(findAccount, accountId);
  if (!account) return { outcome: 'no-account' };
  const verb = role === 'owner' ? 'manage-owners' : 'manage-members';
  if (by !== null && !(yield* mayPerson(accountId, by, verb))) return { outcome: 'not-allowed' };
  if (!(yield* first(findAnyMember, account.key))) {
    if (role !== 'owner') return { outcome: 'first-is-owner' };
    // The first owner of an account alone decides who else joins.
    yield* run(withdrawOthers, timeOf(now), account.key);
  }
  const { open } = (yield* first(countOpen, account.key, timeOf(now))) ?? { open: 0 };
  if (open >= payload.most) return { outcome: 'too-many' };
  if (by !== null && sendTo) {
    const isEnough = yield* hasMailedEnough(account.key, sendTo.address, now);
    if (isEnough || (yield* reachedMailBound('invitation', sendTo.address, payload)))
      return { outcome: 'too-many-mails' };
  }
  const { capDay, capMonth, capTotal } = payload.caps;
  const terms = [role, capDay, capMonth, capTotal, sendTo?.address ?? null, by];
  const times = [timeOf(now), timeOf(payload.expiresAt)];
  yield* run(insert, payload.hash, payload.id, account.key, ...terms, ...times);
  if (sendTo)
    yield* queueMail({
      kind: 'invitation',
      to: sendTo.address,
      ...sendTo.mail,
      now,
      askedBy: payload.askedBy,
    });
  return { outcome: 'invited' };
}
