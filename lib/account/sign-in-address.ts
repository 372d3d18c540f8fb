import type { OperatorRole } from './session.ts';

/** A path of the portal itself. Two slashes would begin another host. */
export const ownPath = /^\/(?!\/)(?!.*(?:\/\/|\.\.|\/\.))[\w/.-]{0,199}$/;

/** Pages to which nobody comes back: they are for somebody who is not signed in. */
const before = /^\/(?:sign-in|setup|password|register|join|oauth|api)(?:\/|$)/;

/** Where somebody begins who signed in for no other page: operators in the console, others in the catalogue. */
export function firstPageOf(operatorRole: OperatorRole | null | undefined): string {
  return operatorRole ? '/operator' : '/';
}

/** The page after a sign-in, if it is one of the portal. */
export function pageAfterSignIn(from: unknown): string | undefined {
  return typeof from === 'string' && ownPath.test(from) && !before.test(from) ? from : undefined;
}
