import { type Query, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { deleteSavedReplies } from '../playground/saved-replies.ts';
import { sessionOptions } from './session-options.ts';

/**
 * Signs in or out, and returns who it is now. Cancels requests of the previous caller and clears their data, so that the next caller never sees
 * it.
 */
export function useChangeOfCaller(): (ask: () => Promise<Session>) => Promise<Session> {
  const client = useQueryClient();
  const theirs = { predicate: ({ queryKey }: Query) => ofCaller.has(String(queryKey[0])) };
  return async (ask) => {
    await client.cancelQueries(theirs);
    const session = await ask().catch((error: unknown) => {
      // It failed: the caller is the same, and the page needs the cancelled data.
      void client.invalidateQueries(theirs);
      throw error;
    });
    client.removeQueries(theirs);
    client.setQueryData(sessionOptions().queryKey, session);
    void deleteSavedReplies();
    return session;
  };
}

const ofCaller = new Set([
  ...['calls', 'receipt', 'call-input', 'credits', 'keys', 'owner', 'sessions'],
  ...['second-factor', 'passkeys', 'members', 'invitations', 'identities'],
]);
