import type { EndSessionsPayload } from '../../people-changes.ts';
import { run, statement, type Steps } from '../statement.ts';

export const endAllSessions = statement('DELETE FROM Session WHERE personKey = ?');
const endOne = statement('DELETE FROM Session WHERE personKey = ? AND id = ?');
const endOthers = statement('DELETE FROM Session WHERE personKey = ? AND id <> ?');

/** Ends sessions of a person, and returns how many there were. */
export function* endSessions({ personKey, which }: EndSessionsPayload): Steps<{ ended: number }> {
  if (which === 'all') return { ended: yield* run(endAllSessions, personKey) };
  if ('only' in which) return { ended: yield* run(endOne, personKey, which.only) };
  return { ended: yield* run(endOthers, personKey, which.allBut) };
}
