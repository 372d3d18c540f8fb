import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Session } from '../../lib/account/session.ts';
import { loadAnew } from '../browser.ts';
import { deleteSavedReplies } from '../playground/call/saved-replies.ts';
import { endedOptions, sessionOptions } from './session-options.ts';
import { claimStored, forgetStored, ownerOf } from './stored-owner.ts';

/**
 * Signs in or out, and returns who it is now. The next caller sees nothing of the previous one: where there was one, the
 * page is loaded anew, unless it `stays` because it is a page of the change alone.
 */
export function useChangeOfCaller({ stays = false } = {}): (ask: () => Promise<Session>) => Promise<Session> {
  const client = useQueryClient();
  const router = useRouter();
  return async (ask) => {
    const before = client.getQueryData(sessionOptions().queryKey);
    const of = (before && ownerOf(before)) ?? client.getQueryData(endedOptions().queryKey) ?? undefined;
    const session = await changeCaller(client, ask, forgetStored);
    tellOtherTabs();
    if (!stays && of !== undefined && of !== ownerOf(session)) {
      loadAnew();
      // Nobody goes on from here: the page is being replaced.
      return new Promise(() => {});
    }
    // Next keeps the pages that were visited.
    router.refresh();
    return session;
  };
}

/**
 * Only data of the public catalogue is the same for everybody: the keys of its queries start with `public`. The data of
 * every other query is dropped, and fetched again where it is shown. Who ends their own session leaves nothing stored:
 * `atOwnEnd` deletes it.
 */
export async function changeCaller(
  client: QueryClient,
  ask: () => Promise<Session>,
  atOwnEnd?: () => void,
  before = client.getQueryData(sessionOptions().queryKey),
): Promise<Session> {
  const sessionKey = sessionOptions().queryKey;
  const theirs = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== 'public' && queryKey[0] !== sessionKey[0],
  };
  await client.cancelQueries(theirs);
  const session = await ask().catch((error: unknown) => {
    // It failed: the caller is the same, and the page needs the cancelled data.
    void client.invalidateQueries(theirs);
    throw error;
  });
  client.setQueryData(endedOptions().queryKey, (!atOwnEnd && before && ownerOf(before)) || null);
  client.setQueryData(sessionKey, session);
  for (const query of client.getQueryCache().findAll(theirs)) query.reset();
  client.removeQueries({ ...theirs, type: 'inactive' });
  // After the render with the new session: what the caller may not see is gone from the page by then.
  setTimeout(() => void client.refetchQueries({ ...theirs, type: 'active' }, { cancelRefetch: false }));
  if (before) claimStored(before);
  claimStored(session);
  if (before && ownerOf(before) && !ownerOf(session)) atOwnEnd?.();
  void deleteSavedReplies();
  return session;
}

const channelName = 'farebox-caller';

/** Says to the other tabs of this browser that the caller has changed. */
function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Returns what stops listening. */
export function whenOtherTabsTell(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
