import type { z } from 'zod';
import type { PublishedTag, PublishTagsResult, publishTagsPayload } from '../../catalogue-changes.ts';
import { first, run, statement, type Steps } from '../statement.ts';

type Appearance = Pick<PublishedTag, 'name' | 'icon' | 'url'>;

const find = statement<Appearance & { key: number }>(
  'SELECT key, name, icon, url FROM Tag WHERE kind = ? AND slug = ?',
);
const upsert = statement(
  `INSERT INTO Tag (kind, slug, name, icon, url, description) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug) DO UPDATE SET
       name = excluded.name, icon = excluded.icon, url = excluded.url, description = excluded.description`,
);

export function* publishTags({ tags }: z.output<typeof publishTagsPayload>): Steps<PublishTagsResult> {
  const changed: number[] = [];
  for (const tag of tags) {
    const known = yield* first(find, tag.kind, tag.slug);
    if (known && looksDifferent(known, tag)) changed.push(known.key);
    yield* run(upsert, tag.kind, tag.slug, tag.name, tag.icon, tag.url, tag.description);
  }
  return { changed };
}

function looksDifferent(known: Appearance, tag: Appearance): boolean {
  return known.name !== tag.name || known.icon !== tag.icon || known.url !== tag.url;
}
