import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { fetchSession } from './fetch-session.ts';
import { callerIds, sessionOptions } from './session-options.ts';
import { ownerOf } from './stored-owner.ts';
import { changeCaller } from './use-change-of-caller.ts';

/** Another tab signed in or out. If that changed the caller, nothing of the earlier one stays. */
export async function followCaller(client: QueryClient): Promise<void> {
  const shown = client.getQueryData(sessionOptions().queryKey);
  await showSession(client, shown, await fetchSession());
}

/**
 * The portal refused or answered another caller than `shown`. What is typed in a dialog stays until it is closed: its
 * owner may sign in again in another tab.
 */
export async function followRefusal(client: QueryClient, shown: Session | undefined): Promise<void> {
  let session = await fetchSession();
  const hasEnded = shown && ownerOf(shown) && !ownerOf(session);
  if (hasEnded && (await dialogsClosed())) session = await fetchSession();
  await showSession(client, shown, session);
}

async function showSession(client: QueryClient, shown: Session | undefined, session: Session): Promise<void> {
  if (shown && callerIds(shown) === callerIds(session))
    client.setQueryData(sessionOptions().queryKey, session);
  else {
    // What one person typed is not sent by another.
    if (shown?.person && session.person && shown.person.id !== session.person.id)
      document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
    await changeCaller(client, () => Promise.resolve(session), undefined, shown);
  }
}

/** Returns whether there was one. */
async function dialogsClosed(): Promise<boolean> {
  let wasOpen = false;
  for (let open = openDialog(); open; open = openDialog()) {
    wasOpen = true;
    const dialog = open;
    await new Promise((closed) => dialog.addEventListener('close', closed, { once: true }));
  }
  return wasOpen;
}

const openDialog = () => document.querySelector('dialog[open]');
