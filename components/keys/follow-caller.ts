import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { fetchSession } from './fetch-session.ts';
import { callerIds, endedOptions, sessionOptions } from './session-options.ts';
import { loadAnew, noteStartedAnew } from '../browser.ts';
import { claimStored, ownerOf } from './stored-owner.ts';
import { changeCaller } from './use-change-of-caller.ts';

/** Another tab signed in or out. If that changed the caller, nothing of the earlier one stays. */
export async function followCaller(client: QueryClient): Promise<void> {
  const shown = client.getQueryData(sessionOptions().queryKey);
  const session = await fetchSession();
  if (shown && ownerOf(shown) && !ownerOf(session)) startAnew(shown, session);
  else await showSession(client, shown, session);
}

/** Somebody's session has ended, and their dialog waits for them. Another person who signs in does not get to see it. */
export async function leaveForAnother(client: QueryClient): Promise<void> {
  const shown = client.getQueryData(sessionOptions().queryKey);
  const session = await fetchSession();
  if (isAnother(shown && ownerOf(shown), session)) startAnew(shown, session, true);
}

/** What a guest typed is likely theirs who signs in then, and what one typed waits for them while nobody is. */
function isAnother(of: string | null | undefined, session: Session): boolean {
  const now = ownerOf(session);
  return Boolean(of) && now !== undefined && of !== now;
}

/**
 * The portal refused or answered another caller than `shown`. What is typed in a dialog stays until it is closed: its
 * owner may sign in again in another tab.
 */
export async function followRefusal(client: QueryClient, shown: Session | undefined): Promise<void> {
  let session = await fetchSession();
  const hasEnded = shown && ownerOf(shown) && !ownerOf(session);
  if (hasEnded && (await dialogsClosed())) session = await fetchSession();
  await showSession(client, shown, session, true);
}

async function showSession(
  client: QueryClient,
  shown: Session | undefined,
  session: Session,
  isRefused = false,
): Promise<void> {
  const of = (shown && ownerOf(shown)) ?? client.getQueryData(endedOptions().queryKey);
  if (isAnother(of, session)) startAnew(shown, session, isRefused);
  else if (shown && callerIds(shown) === callerIds(session))
    client.setQueryData(sessionOptions().queryKey, session);
  else await changeCaller(client, () => Promise.resolve(session), undefined, shown);
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

/** Nothing that one person or key typed or was shown stays on the page for another: no field, no secret, no dialog. */
function startAnew(shown: Session | undefined, session: Session, isRefused = false): void {
  if (shown) claimStored(shown);
  claimStored(session);
  if (isRefused) noteStartedAnew();
  loadAnew();
}
