import type { Job } from '../job.ts';

/** 1 api type, 2 provider, 3 capability, 4 label. */
export type TagKind = 1 | 2 | 3 | 4;

export interface PublishedTag {
  kind: TagKind;
  slug: string;
  name: string;
  icon: string | null;
  url: string | null;
  description: string | null;
}

export interface PublishTagsResult {
  /** Tags that go by another name now: `index-products` brings the search up to date for each. */
  renamed: number[];
}

export const publishTags: Job<{ tags: PublishedTag[] }, PublishTagsResult> = {
  publishes: true,
  prepare(database) {
    const find = database.prepare<[number, string], { key: number; name: string }>(
      'SELECT key, name FROM Tag WHERE kind = ? AND slug = ?',
    );
    const upsert = database.prepare(
      `INSERT INTO Tag (kind, slug, name, icon, url, description) VALUES (@kind, @slug, @name, @icon, @url, @description)
         ON CONFLICT (kind, slug) DO UPDATE SET
           name = excluded.name, icon = excluded.icon, url = excluded.url, description = excluded.description`,
    );
    return ({ tags }) => {
      const renamed: number[] = [];
      for (const tag of tags) {
        const known = find.get(tag.kind, tag.slug);
        if (known && known.name !== tag.name) renamed.push(known.key);
        upsert.run(tag);
      }
      return { renamed };
    };
  },
};
