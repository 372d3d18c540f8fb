import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { loaded } from '../loaded.ts';
import { noteOtherCaller } from '../shown-caller.ts';

/** Whose session ended elsewhere: their input stays on the page, and is theirs. Null where nobody's did. */
export function endedOptions() {
  return queryOptions<string | null>({ queryKey: ['session', 'ended'], queryFn: skipToken });
}

/** The browser's session. Its schema is loaded on demand, because every page shows the session. */
export function sessionOptions() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ client, queryKey, signal }) => {
      const { fetchSession } = await loaded(import('./fetch-session.ts'));
      const session = await fetchSession(signal);
      const shown = client.getQueryData<Session>(queryKey);
      if (!shown || callerIds(shown) === callerIds(session)) return session;
      // Another caller: first all that is of the earlier one is dropped.
      noteOtherCaller();
      return shown;
    },
  });
}

/** The pages of the console that the visitor may see. The server sends them with each page; guests have none. */
export function consolePagesOptions() {
  return queryOptions<{ href: string; name: string }[]>({ queryKey: ['console-pages'], queryFn: skipToken });
}

interface CallerIds {
  account: { id: string } | null;
  key: { id: string } | null;
  person: { id: string } | null;
  seeing: object | null;
}

/** The same for the same caller. */
export function callerIds({ account, key, person, seeing }: CallerIds): string {
  return JSON.stringify([account?.id, key?.id, person?.id, seeing !== null]);
}

/** Such as an operator, or whoever was removed from an account: they call with the credits of guests. */
export function isInNoAccount(session: Session | undefined): boolean {
  return Boolean(session?.person) && session?.kind === 'guest';
}
