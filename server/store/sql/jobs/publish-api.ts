import type { z } from 'zod';
import type { publishApiPayload } from '../../catalogue-changes.ts';
import { writeApiTexts } from '../api-texts.ts';
import { first, statement, type Steps, timeOf } from '../statement.ts';

const findProvider = statement<{ key: number }>('SELECT key FROM Tag WHERE kind = 2 AND slug = ?');
const upsert = statement<{ key: number }>(
  `INSERT INTO Api (id, slug, name, sortName, providerKey, version, url, summary, createdAt, updatedAt, groups, doc, file, source)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (slug) DO UPDATE SET
     name = excluded.name, sortName = excluded.sortName, providerKey = excluded.providerKey,
     version = excluded.version, url = excluded.url, summary = excluded.summary, updatedAt = excluded.updatedAt,
     groups = excluded.groups, doc = excluded.doc, file = excluded.file, source = excluded.source
   RETURNING key`,
);

/** Writes an API; `place-operations` says which products are its operations. */
export function* publishApi({ api, now }: z.output<typeof publishApiPayload>): Steps<Record<string, never>> {
  const provider = yield* first(findProvider, api.provider);
  if (!provider)
    throw new Error(`The API ${api.slug} has the provider ${api.provider}, which is not published.`);
  const { id, slug, name, sortName, version, url, summary, groups, doc, owner } = api;
  const names = [id, slug, name, sortName, provider.key, version, url, summary];
  const rest = [timeOf(now), timeOf(now), groups, doc, owner.file, owner.source];
  const written = yield* first(upsert, ...names, ...rest);
  if (!written) throw new Error(`The API ${slug} was not written.`);
  yield* writeApiTexts(written.key);
  return {};
}
