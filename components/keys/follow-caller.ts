import type { QueryClient } from '@tanstack/react-query';
import { fetchSession } from './fetch-session.ts';
import { changeCaller } from './use-change-of-caller.ts';

/** The caller has changed in another tab: this one shows who it is now, and nothing of who it was. */
export async function followCaller(client: QueryClient): Promise<void> {
  await changeCaller(client, () => fetchSession(new AbortController().signal));
}
