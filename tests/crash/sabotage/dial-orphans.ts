import type { Database } from 'better-sqlite3';
import {
  prepareEarlierCall as prepareHonest,
  type EarlierCall,
} from '../../../server/writer/jobs/prepare-earlier-call.ts';

/** Makes a call again that nobody knows the end of, when its key is sent again. */
export function prepareEarlierCall(database: Database) {
  const find = prepareHonest(database);
  const nothing = { posted: 0, pending: 0, available: 0 };
  return (hash: string, nowMs: number): EarlierCall | undefined => {
    const earlier = find(hash, nowMs);
    return earlier?.result(() => nothing).outcome === 'unknown' ? undefined : earlier;
  };
}
