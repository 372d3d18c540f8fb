import { Problem } from '../../lib/problem/problem.ts';
import type { Caller, SignedInPerson, CallingKey } from './caller.ts';

/** The person who is signed in. */
export function requirePerson({ person }: Caller): SignedInPerson {
  if (person) return person;
  throw new Problem('sign-in-required', 'This is for people who have signed in with their email address.');
}

/** How long a confirmation counts. Somebody else may find the browser open later. */
const confirmationMs = 10 * 60 * 1000;

export const isFresh = (provenAtMs: number, now: number): boolean => now - provenAtMs <= confirmationMs;

type Proving = Pick<Caller, 'person'> & { apiKey: Pick<CallingKey, 'enteredAtMs'> | null };

/** Where a person confirms that it is them, and where a browser gets a new session for a key. */
const addresses = { person: '/api/session/confirmation', key: '/api/session' };

/**
 * Refuses a person who has not proved who they are in the last ten minutes, and a browser in which a key was entered
 * earlier. For what moves money, roles, secrets or exports. A key in the request proves it each time.
 */
export function refuseUnlessConfirmed({ person, apiKey }: Proving, now: number): void {
  const provenAtMs = person ? person.confirmedAtMs : (apiKey?.enteredAtMs ?? now);
  if (isFresh(provenAtMs, now)) return;
  const confirmation = addresses[person ? 'person' : 'key'];
  const detail = person
    ? `Confirm that it is you: the last time was more than ten minutes ago. Send your password or a code to POST ${confirmation}, then repeat the request.`
    : `Sign in with your API key again: it was entered in this browser more than ten minutes ago. Send it to POST ${confirmation}, then repeat the request.`;
  throw new Problem('confirmation-required', detail, [], {}, { confirmation });
}
