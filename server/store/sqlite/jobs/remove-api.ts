import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';

const payload = z.strictObject({ slug: z.string() });

/** Removes an API from the catalogue. Its products stay as single products. */
export const removeApi: Job<z.output<typeof payload>, Record<string, never>> = {
  payload,
  publishes: 'catalogue',
  prepare(database) {
    const texts = prepareApiTexts(database);
    const find = database.prepare<[string], number>('SELECT key FROM Api WHERE slug = ?').pluck();
    const release = database.prepare('DELETE FROM ApiOperation WHERE apiKey = ?');
    const remove = database.prepare('DELETE FROM Api WHERE key = ?');
    return ({ slug }) => {
      const key = find.get(slug);
      if (key === undefined) return {};
      release.run(key);
      texts.forget(key);
      remove.run(key);
      return {};
    };
  },
};
