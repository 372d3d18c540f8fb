import { first, statement, type Steps } from '../statement.ts';

const find = statement<{ key: number }>('SELECT key FROM Person WHERE id = ? AND erasedAt IS NULL');

/** Changes nothing: it is for the audit log. */
export function* exportPerson({ personId }: { personId: string }): Steps<{ exported: boolean }> {
  return { exported: (yield* first(find, personId)) !== undefined };
}
