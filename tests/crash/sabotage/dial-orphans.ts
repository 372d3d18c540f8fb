import type { Database } from 'better-sqlite3';
import { prepareEarlierCall as prepareHonest } from '../../../server/store/sqlite/jobs/prepare-earlier-call.ts';

/** Makes a call again that nobody knows the end of, when its key is sent again. */
export function prepareEarlierCall(database: Database): ReturnType<typeof prepareHonest> {
  const find = prepareHonest(database);
  return (...asked) => {
    const earlier = find(...asked);
    return earlier?.result().outcome === 'unknown' ? undefined : earlier;
  };
}
