import type { PersonDetail } from '../../lib/operator/people.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { listedSession } from '../people/list-sessions.ts';
import type { Context } from '../portal/context.ts';
import type { PersonSummary } from '../store/people.ts';
import { addressFor } from './address-for.ts';
import { listedPerson } from './list-people.ts';
import type { Operating } from './rights.ts';

/** A person, and where they are signed in. */
export async function readPerson(context: Context, id: string, caller: Operating): Promise<PersonDetail> {
  const person = await requirePersonOf(context, id);
  const rows = await context.store.people.sessionsOf(person.key, new Date());
  const listed = listedPerson(person);
  const devices = rows.map((row) => listedSession(row, null));
  return { ...listed, email: addressFor(caller, listed.email), devices };
}

export async function requirePersonOf({ store }: Pick<Context, 'store'>, id: string): Promise<PersonSummary> {
  const person = await store.people.summary(id, new Date());
  if (person) return person;
  throw new Problem('not-found', `There is no person ${JSON.stringify(id.slice(0, 100))}.`);
}
