import { first, statement, type Steps } from '../statement.ts';

const find = statement<{ kind: string; text: string }>('SELECT kind, text FROM Mail WHERE id = ?');

/** Changes nothing: it is for the audit log, because a mail may have a link or code that signs in. */
export function* readMailText({
  id,
}: {
  id: string;
}): Steps<{ mail: { kind: string; text: string } | null }> {
  return { mail: (yield* first(find, id)) ?? null };
}
