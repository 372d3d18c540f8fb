import type { Job } from '../writer/job.ts';
import { type PublishedTag, publishTagsPayload } from '../../catalogue-changes.ts';

type Appearance = Pick<PublishedTag, 'name' | 'icon' | 'url'>;

export const publishTags: Job<'publish-tags'> = {
  payload: publishTagsPayload,
  publishes: 'catalogue',
  prepare(database) {
    const find = database.prepare<[number, string], Appearance & { key: number }>(
      'SELECT key, name, icon, url FROM Tag WHERE kind = ? AND slug = ?',
    );
    const upsert = database.prepare(
      `INSERT INTO Tag (kind, slug, name, icon, url, description) VALUES (@kind, @slug, @name, @icon, @url, @description)
         ON CONFLICT (kind, slug) DO UPDATE SET
           name = excluded.name, icon = excluded.icon, url = excluded.url, description = excluded.description`,
    );
    return ({ tags }) => {
      const changed: number[] = [];
      for (const tag of tags) {
        const known = find.get(tag.kind, tag.slug);
        if (known && looksDifferent(known, tag)) changed.push(known.key);
        upsert.run(tag);
      }
      return { changed };
    };
  },
};

function looksDifferent(known: Appearance, tag: Appearance): boolean {
  return known.name !== tag.name || known.icon !== tag.icon || known.url !== tag.url;
}
