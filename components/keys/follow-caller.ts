import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { fetchSession } from './fetch-session.ts';
import { sessionOptions } from './session-options.ts';
import { changeCaller } from './use-change-of-caller.ts';

/** Another tab signed in or out. If that changed the caller, nothing of the earlier one stays. */
export async function followCaller(client: QueryClient): Promise<void> {
  const shown = client.getQueryData(sessionOptions().queryKey);
  const session = await fetchSession();
  if (!shown || idsOf(shown) !== idsOf(session)) await changeCaller(client, () => Promise.resolve(session));
}

const idsOf = ({ account, key, person, seeing }: Session): string =>
  JSON.stringify([account?.id, key?.id, person?.id, seeing !== null]);
