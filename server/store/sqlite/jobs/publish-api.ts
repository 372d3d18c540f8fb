import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { productOwner } from './product-owner.ts';
import { prepareApiTexts } from './api-texts.ts';

const publishedApi = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  sortName: z.string(),
  version: z.string().nullable(),
  /** A tag of kind 2. `publish-tags` must write it first. */
  provider: z.string(),
  url: z.string().nullable(),
  summary: z.string().nullable(),
  doc: z.string(),
  /** JSON: array of {name, description}. */
  groups: z.string(),
  owner: productOwner,
});

export type PublishedApi = z.output<typeof publishedApi>;

const payload = z.strictObject({ now: z.int(), api: publishedApi });

export interface PublishApiPayload {
  api: PublishedApi;
  now: number;
}

/** Writes an API. `place-operations` assigns its operations. */
export const publishApi: Job<z.output<typeof payload>, Record<string, never>> = {
  payload,
  publishes: 'catalogue',
  prepare(database) {
    const texts = prepareApiTexts(database);
    const upsert = database
      .prepare<[Record<string, unknown>], number>(
        `INSERT INTO Api (id, slug, name, sortName, providerKey, version, url, summary, createdAt, updatedAt, groups, doc, file, source)
         SELECT @id, @slug, @name, @sortName, g.key, @version, @url, @summary, @now, @now, @groups, @doc, @file, @source
           FROM Tag g WHERE g.kind = 2 AND g.slug = @provider
         ON CONFLICT (slug) DO UPDATE SET
           name = excluded.name, sortName = excluded.sortName, providerKey = excluded.providerKey,
           version = excluded.version, url = excluded.url, summary = excluded.summary, updatedAt = excluded.updatedAt,
           groups = excluded.groups, doc = excluded.doc, file = excluded.file, source = excluded.source
         RETURNING key`,
      )
      .pluck();
    return ({ api, now }) => {
      const { owner, ...values } = api;
      const key = upsert.get({ ...values, ...owner, now });
      if (key === undefined)
        throw new Error(`The API ${api.slug} has the provider ${api.provider}, which is not published.`);
      texts.write(key);
      return {};
    };
  },
};
