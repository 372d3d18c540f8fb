import { z } from 'zod';
import type { Job } from '../writer/job.ts';

const payload = z.strictObject({
  /** The files whose groups are replaced. */
  files: z.array(z.string()),
  /** Synonyms as folded words with single spaces, and their file. */
  groups: z.array(z.strictObject({ file: z.string(), phrases: z.array(z.string()) })),
});

export type PublishSynonymsPayload = z.output<typeof payload>;

/** Replaces the synonyms of some files, and old ones without a file. */
export const publishSynonyms: Job<PublishSynonymsPayload, undefined> = {
  payload,
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
