import type { PublishSynonymsPayload } from '../../catalogue-changes.ts';
import { run, statement, type Steps } from '../statement.ts';

const forgetUnowned = statement('DELETE FROM SynonymGroup WHERE file IS NULL');
const forget = statement('DELETE FROM SynonymGroup WHERE file = ?');
const add = statement('INSERT INTO SynonymGroup (phrases, file) VALUES (?, ?)');

/** Replaces the synonyms of some files, and those of before files were kept. */
export function* publishSynonyms({ files, groups }: PublishSynonymsPayload): Steps<undefined> {
  yield* run(forgetUnowned);
  for (const file of files) yield* run(forget, file);
  for (const { file, phrases } of groups) yield* run(add, phrases.join('\n'), file);
}
