import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { removeApiPayload } from '../../catalogue-changes.ts';

/** Takes an API out of the catalogue. Its products stay, each by itself. */
export const removeApi: Job<'remove-api'> = {
  payload: removeApiPayload,
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
