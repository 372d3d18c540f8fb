import type { PublishedProduct } from '../../catalogue-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

interface Version {
  key: number;
  number: number;
}

const keepTemplate = statement(
  'INSERT INTO Template (id, createdAt) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
);
const findTemplate = statement<{ key: number }>('SELECT key FROM Template WHERE id = ?');
const findVersion = statement<Version>(
  'SELECT key, number FROM TemplateVersion WHERE templateKey = ? AND hash = ?',
);
const addVersion = statement<Version>(
  `INSERT INTO TemplateVersion (templateKey, number, hash, createdAt, document)
   VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM TemplateVersion WHERE templateKey = ?), ?, ?, ?)
   RETURNING key, number`,
);

/** A template that equals an earlier version gets that version again. */
export function* writeVersion(
  { id, hash, document }: PublishedProduct['template'],
  now: number,
): Steps<Version> {
  yield* run(keepTemplate, id, timeOf(now));
  const { key } = (yield* first(findTemplate, id)) ?? { key: 0 };
  const version =
    (yield* first(findVersion, key, hash)) ??
    (yield* first(addVersion, key, key, hash, timeOf(now), document));
  if (!version) throw new Error(`The template ${id} was not written.`);
  return version;
}
