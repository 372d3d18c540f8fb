import { run, statement, type Steps, timeOf } from './statement.ts';

/** The ids of a person as an author: their own, and those of their operator keys. */
const authorIds = `SELECT p.id FROM Person p WHERE p.id = ? UNION ALL
  SELECT k.id FROM ApiKey k JOIN Person p ON p.key = k.operatorPersonKey WHERE p.id = ?`;

const withdrawInvitations = statement(
  `UPDATE Invitation SET withdrawnAt = ?
    WHERE usedAt IS NULL AND withdrawnAt IS NULL AND invitedBy IS NULL
      AND EXISTS (SELECT 1 FROM AuditEntry e
                   WHERE e.target = Invitation.id AND e.verb = 'create-invitation' AND e.actorId IN (${authorIds}))`,
);
// A person has one link. Its maker is the author of the last entry.
const dropPasswordLinks = statement(
  `DELETE FROM Link WHERE kind = 'password'
      AND EXISTS (SELECT 1 FROM Person o JOIN AuditEntry e ON e.target = o.id
                   WHERE o.key = Link.personKey AND e.actorId IN (${authorIds})
                     AND e.number = (SELECT max(l.number) FROM AuditEntry l
                                      WHERE l.target = o.id AND l.verb = 'make-password-link'))`,
);

/** Ends the links that an operator made for others: the operator saw them, and could still open them. */
export function* endOperatorLinks(personId: string, now: number): Steps<void> {
  yield* run(withdrawInvitations, timeOf(now), personId, personId);
  yield* run(dropPasswordLinks, personId, personId);
}
