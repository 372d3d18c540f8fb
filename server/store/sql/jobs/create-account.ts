import type { CreateAccountPayload, CreateAccountResult } from '../../account-changes.ts';
import type { EngineSteps } from '../shared-job.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ id: string }>('SELECT id FROM Account WHERE name = ?');
const insert = statement('INSERT INTO Account (id, name, createdAt) VALUES (?, ?, ?)');

/** Creates an account with its first credits. Where these cannot be issued, there is no account either. */
export function* createAccount(
  { id, name, now, credits = 0 }: CreateAccountPayload,
  { grant }: EngineSteps,
): Steps<CreateAccountResult> {
  const taken = yield* first(find, name);
  if (taken) return { takenBy: taken.id };
  yield* run(insert, id, name, timeOf(now));
  if (credits > 0)
    yield* grant({ purseId: id, credits, kind: 'grant', reason: 'Given with the account', nowMs: now });
  return { takenBy: null };
}
