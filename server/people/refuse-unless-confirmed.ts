import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';

/** How long a confirmation counts. Somebody else may find the browser open later. */
export const confirmationMs = 10 * 60 * 1000;

/** Where a person confirms that it is them. */
const address = '/api/session/confirmation';

/**
 * Refuses a person who has not proved who they are in the last ten minutes. For what moves money, roles, secrets or
 * exports. An API key proves it with each request.
 */
export function refuseUnlessConfirmed({ person }: Pick<Caller, 'person'>, now: number): void {
  if (!person || now - person.confirmedAtMs <= confirmationMs) return;
  throw new Problem(
    'confirmation-required',
    `Confirm that it is you: the last time was more than ten minutes ago. Send your password or a code to POST ${address}, then repeat the request.`,
    [],
    {},
    { confirmation: address },
  );
}
