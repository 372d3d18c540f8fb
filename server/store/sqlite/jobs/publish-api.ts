import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { publishApiPayload } from '../../catalogue-changes.ts';

/** Writes an API; `place-operations` says which products are its operations. */
export const publishApi: Job<'publish-api'> = {
  payload: publishApiPayload,
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
