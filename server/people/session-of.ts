import { guestSession, type Session } from '../../lib/account/session.ts';
import type { PersonRow } from '../store/people.ts';

/** The session of a person who has just signed in. */
export function sessionOf({ id, name, email, operatorRole }: PersonRow): Session {
  const person = { id, name, email, operatorRole };
  return { ...guestSession, person, operator: operatorRole !== null };
}
