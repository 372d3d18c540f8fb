import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Session } from '../../lib/account/session.ts';
import { deleteSavedReplies } from '../playground/saved-replies.ts';
import { withStorage } from '../with-storage.ts';
import { sessionOptions } from './session-options.ts';
import { tellOtherTabs } from './other-tabs.ts';

/** Signs in or out, and returns who it is now. The next caller sees nothing of the previous one. */
export function useChangeOfCaller(): (ask: () => Promise<Session>) => Promise<Session> {
  const client = useQueryClient();
  const router = useRouter();
  return async (ask) => {
    const session = await changeCaller(client, ask);
    tellOtherTabs();
    // Next keeps the pages that were visited.
    router.refresh();
    return session;
  };
}

/**
 * Only data of the public catalogue is the same for everybody: the keys of its queries start with `public`. The data of
 * every other query is dropped, and fetched again where it is shown.
 */
export async function changeCaller(client: QueryClient, ask: () => Promise<Session>): Promise<Session> {
  const sessionKey = sessionOptions().queryKey;
  const theirs = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== 'public' && queryKey[0] !== sessionKey[0],
  };
  await client.cancelQueries(theirs);
  const before = client.getQueryData(sessionKey);
  const session = await ask().catch((error: unknown) => {
    // It failed: the caller is the same, and the page needs the cancelled data.
    void client.invalidateQueries(theirs);
    throw error;
  });
  client.setQueryData(sessionKey, session);
  for (const query of client.getQueryCache().findAll(theirs)) query.reset();
  client.removeQueries({ ...theirs, type: 'inactive' });
  // After the render with the new session: what the caller may not see is gone from the page by then.
  setTimeout(() => void client.refetchQueries({ ...theirs, type: 'active' }, { cancelRefetch: false }));
  // What a guest typed may belong to the person who signs in now.
  if (before?.kind !== 'guest' || before.person) forgetStored();
  void deleteSavedReplies();
  return session;
}

/** Deletes inputs, recent products and pending calls. Preferences of the device have a dash in their names. */
function forgetStored(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const)
    withStorage(kind, (storage) => {
      for (const name of Object.keys(storage)) if (name.startsWith('farebox.')) storage.removeItem(name);
    });
}
