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

/** While the dialog of somebody whose session has ended waits for them: another person does not find it. */
export async function leaveForAnother(client: QueryClient): Promise<void> {
  const shown = client.getQueryData(sessionOptions().queryKey);
  const session = await fetchSession();
  const now = ownerOf(session);
  if (shown && now !== undefined && ownerOf(shown) !== now) startAnew(shown, session, true);
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
  const now = ownerOf(session);
  if (of && now !== undefined && of !== now) startAnew(shown, session, isRefused);
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
