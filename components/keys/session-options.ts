import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { loaded } from '../loaded.ts';

/** Whose session ended elsewhere: their input stays on the page, and is theirs. Null where nobody's did. */
export function endedOptions() {
  return queryOptions<string | null>({ queryKey: ['session', 'ended'], queryFn: skipToken });
}

/** The browser's session. Its schema is loaded on demand, because every page shows the session. */
export function sessionOptions() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => (await loaded(import('./fetch-session.ts'))).fetchSession(signal),
  });
}

/** Such as an operator, or whoever was removed from an account: they call with the credits of guests. */
export function isInNoAccount(session: Session | undefined): boolean {
  return Boolean(session?.person) && session?.kind === 'guest';
}
