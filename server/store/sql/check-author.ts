import { type OperatorRole, operatorRole } from '../../../lib/account/session.ts';
import type { Author } from '../author.ts';
import { mayPerson } from '../accounts/found-member.ts';
import { first, statement, type Steps, timeOf } from './statement.ts';

const notAnyMore =
  'Nothing was changed, because you are no longer allowed to do this: your session, key or role has just changed.';

/** Thrown before anything is changed. The message is for the author. */
export class AuthorRefused extends Error {
  override name = 'AuthorRefused';
  readonly code: 'author-refused' | 'account-closed';

  constructor(message = notAnyMore, code: AuthorRefused['code'] = 'author-refused') {
    super(message);
    this.code = code;
  }
}

/** What an author is at this moment. */
interface FoundAuthor {
  /** As an operator; null for others. */
  role: OperatorRole | null;
}

interface PersonRow {
  key: number;
  role: string | null;
}

// In PostgreSQL nobody takes the role or the key before the change is committed. SQLite has one writer.
const findPerson = statement<PersonRow>(
  ...forShare('SELECT key, operatorRole AS role FROM Person WHERE id = ?'),
);
const findPersonOfKey = statement<PersonRow>(
  ...forShare('SELECT key, operatorRole AS role FROM Person WHERE key = ?'),
);
const findSession = statement<{ id: string }>(
  'SELECT id FROM Session WHERE id = ? AND personKey = ? AND expiresAt > ?',
);
const findAccount = statement<{ isClosed: boolean | number; isSuspended: boolean | number }>(
  ...forShare(
    `SELECT a.closedAt IS NOT NULL AS isClosed,
            EXISTS (SELECT 1 FROM Purse p WHERE p.id = a.id AND p.suspendedAt IS NOT NULL) AS isSuspended
       FROM Account a WHERE a.id = ?`,
  ),
);
const findKey = statement<{ personKey: number | null; operator: number | boolean }>(
  ...forShare(
    `SELECT personKey, operator FROM ApiKey
      WHERE id = ? AND revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)`,
  ),
);

const findState = {
  members: statement<{ key: number }>(
    `SELECT m.key AS key FROM Member m JOIN Account a ON a.key = m.accountKey
      WHERE a.id = ? AND m.removedAt IS NULL LIMIT 1`,
  ),
  'operator-key': statement<{ key: number }>(
    `SELECT k.key AS key FROM ApiKey k JOIN Account a ON a.key = k.accountKey
      WHERE a.id = ? AND k.revokedAt IS NULL AND k.operator LIMIT 1`,
  ),
};

/**
 * Refuses an author whose session or key has ended, or who may not do it any more. A request was checked by cached data,
 * and another portal may have changed it since.
 */
export function* checkAuthor(author: Author): Steps<void> {
  const found = yield* findAuthor(author);
  const { needs, activeAccount } = author;
  if (activeAccount !== undefined && (yield* requireOpen(activeAccount)).isSuspended)
    throw new AuthorRefused('The account of the author is suspended.');
  if (!needs) return;
  if ('verb' in needs) {
    if (!(yield* mayPerson(needs.accountId, needs.personKey, needs.verb))) throw new AuthorRefused();
    return;
  }
  const { operatorRoles, also } = needs;
  const role = found?.role ?? null;
  if (role === null || !operatorRoles.includes(role)) throw new AuthorRefused();
  if (also && !also.operatorRoles.includes(role) && (yield* first(findState[also.has], also.account)))
    throw new AuthorRefused(also.refusal);
}

const accountClosed =
  'The account is closed: nothing is added to it or changed. An operator with the role owner can reopen it.';

/** Refuses a change of a closed account. An open one is not closed before the change is committed. */
export function* requireOpen(accountId: string): Steps<{ isSuspended: boolean }> {
  const account = yield* first(findAccount, accountId);
  if (account?.isClosed) throw new AuthorRefused(accountClosed, 'account-closed');
  return { isSuspended: Boolean(account?.isSuspended) };
}

/** Undefined for authors that have neither session nor key: the command line and the portal. */
function* findAuthor({ kind, id, sessionId }: Author): Steps<FoundAuthor | undefined> {
  const now = timeOf(Date.now());
  if (kind === 'person' && sessionId !== undefined) {
    const person = yield* first(findPerson, id);
    const session = person && (yield* first(findSession, sessionId, person.key, now));
    if (!session) throw new AuthorRefused();
    return roleOf(person);
  }
  if (kind !== 'key') return undefined;
  const key = yield* first(findKey, id, now);
  if (!key) throw new AuthorRefused();
  if (!key.operator) return { role: null };
  return key.personKey === null ? { role: 'owner' } : roleOf(yield* first(findPersonOfKey, key.personKey));
}

function roleOf(person: PersonRow | undefined): FoundAuthor {
  return { role: operatorRole.nullable().parse(person?.role ?? null) };
}

function forShare(sql: string): [sqlite: string, postgres: string] {
  return [sql, `${sql} FOR SHARE`];
}
