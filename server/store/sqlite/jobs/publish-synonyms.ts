import type { Job } from '../writer/job.ts';
import { publishSynonymsPayload } from '../../catalogue-changes.ts';

/** Replaces the synonyms of some files, and those of before files were kept. */
export const publishSynonyms: Job<'publish-synonyms'> = {
  payload: publishSynonymsPayload,
  publishes: 'catalogue',
  prepare(database) {
    const forgetUnowned = database.prepare('DELETE FROM SynonymGroup WHERE file IS NULL');
    const forget = database.prepare('DELETE FROM SynonymGroup WHERE file = ?');
    const add = database.prepare('INSERT INTO SynonymGroup (phrases, file) VALUES (?, ?)');
    return ({ files, groups }) => {
      forgetUnowned.run();
      for (const file of files) forget.run(file);
      for (const { file, phrases } of groups) add.run(phrases.join('\n'), file);
    };
  },
};
