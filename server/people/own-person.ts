import { Problem } from '../../lib/problem/problem.ts';
import type { Caller, SignedInPerson } from '../callers/caller.ts';

/** The person who is signed in. */
export function requirePerson({ person }: Caller): SignedInPerson {
  if (person) return person;
  throw new Problem('sign-in-required', 'This is for people who have signed in with their email address.');
}
