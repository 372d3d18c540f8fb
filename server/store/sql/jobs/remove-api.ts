import type { z } from 'zod';
import type { removeApiPayload } from '../../catalogue-changes.ts';
import { forgetApiTexts } from '../api-texts.ts';
import { first, run, statement, type Steps } from '../statement.ts';

const find = statement<{ key: number }>('SELECT key FROM Api WHERE slug = ?');
const release = statement('DELETE FROM ApiOperation WHERE apiKey = ?');
const remove = statement('DELETE FROM Api WHERE key = ?');

/** Takes an API out of the catalogue. Its products stay, each by itself. */
export function* removeApi({ slug }: z.output<typeof removeApiPayload>): Steps<Record<string, never>> {
  const api = yield* first(find, slug);
  if (!api) return {};
  yield* run(release, api.key);
  yield* forgetApiTexts(api.key);
  yield* run(remove, api.key);
  return {};
}
