import { type OperatorRole, operatorRole } from '../../../lib/account/operator-role.ts';
import type { Author } from '../author.ts';
import { mayPerson } from './found-member.ts';
import { first, statement, type Steps, timeOf } from './statement.ts';

/** Thrown before anything is changed. */
export class AuthorRefused extends Error {
  override name = 'AuthorRefused';
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
const findKey = statement<{ personKey: number | null; operator: number | boolean }>(
  ...forShare(
    `SELECT personKey, operator FROM ApiKey
      WHERE id = ? AND revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)`,
  ),
);

/**
 * Refuses an author whose session or key has ended, or who may not do it any more. A request was checked by cached data,
 * and another portal may have changed it since.
 */
export function* checkAuthor(author: Author): Steps<void> {
  const found = yield* findAuthor(author);
  const { needs } = author;
  if (!needs) return;
  const may =
    'verb' in needs
      ? yield* mayPerson(needs.accountId, needs.personKey, needs.verb)
      : found !== undefined && found.role !== null && needs.operatorRoles.includes(found.role);
  if (!may) throw new AuthorRefused('The author has lost the role that this needs.');
}

/** Undefined for authors that have neither session nor key: the command line and the portal. */
function* findAuthor({ kind, id, sessionId }: Author): Steps<FoundAuthor | undefined> {
  const now = timeOf(Date.now());
  if (kind === 'person' && sessionId !== undefined) {
    const person = yield* first(findPerson, id);
    const session = person && (yield* first(findSession, sessionId, person.key, now));
    if (!session) throw new AuthorRefused('The session of the author has ended.');
    return roleOf(person);
  }
  if (kind !== 'key') return undefined;
  const key = yield* first(findKey, id, now);
  if (!key) throw new AuthorRefused('The key of the author has ended.');
  if (!key.operator) return { role: null };
  return key.personKey === null ? { role: 'owner' } : roleOf(yield* first(findPersonOfKey, key.personKey));
}

function roleOf(person: PersonRow | undefined): FoundAuthor {
  return { role: operatorRole.nullable().parse(person?.role ?? null) };
}

function forShare(sql: string): [sqlite: string, postgres: string] {
  return [sql, `${sql} FOR SHARE`];
}
