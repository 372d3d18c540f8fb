import type { Job } from '../job.ts';

export interface PublishSynonymsPayload {
  /** Groups of phrases that mean the same to search: folded, words with one space between them. */
  groups: string[][];
}

/** Sets the synonyms of the whole catalogue: those that were there before are gone. */
export const publishSynonyms: Job<PublishSynonymsPayload, undefined> = {
  publishes: 'catalogue',
  prepare(database) {
    const forget = database.prepare('DELETE FROM SynonymGroup');
    const add = database.prepare('INSERT INTO SynonymGroup (phrases) VALUES (?)');
    return ({ groups }) => {
      forget.run();
      for (const phrases of groups) add.run(phrases.join('\n'));
    };
  },
};
