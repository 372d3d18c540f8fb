import { z } from 'zod';
import type { Job } from '../writer/job.ts';

/** 1 API type, 2 provider, 3 capability, 4 label. */
export const tagKind = z.literal([1, 2, 3, 4]);
export type TagKind = z.output<typeof tagKind>;

const publishedTag = z.strictObject({
  kind: tagKind,
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
});

export type PublishedTag = z.output<typeof publishedTag>;

const payload = z.strictObject({ tags: z.array(publishedTag) });

export interface PublishTagsResult {
  /** Tags with a new appearance. `refresh-products` updates their products. */
  changed: number[];
}

type Appearance = Pick<PublishedTag, 'name' | 'icon' | 'url'>;

export const publishTags: Job<z.output<typeof payload>, PublishTagsResult> = {
  payload,
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
