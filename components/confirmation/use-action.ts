import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useRef } from 'react';
import { askOnce, doubt, type Unanswered } from './ask-once.ts';
import { type AnswerOf, fetchJson, type Given, type Route } from '../fetch-json.ts';

/** Sends a request. If the portal wants to know that it is still the same person, asks them and sends it again. */
export type Confirmed = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** Asks within `Confirming`. */
export const Asking = createContext<Confirmed>((send) => send());

/** For requests that move money, roles, secrets or exports. */
export function useConfirmed(): Confirmed {
  return use(Asking);
}

interface Changed {
  queryKey: readonly unknown[];
  exact?: boolean;
}

/**
 * Changes something: asks who it is if the portal wants to know, and fetches anew what is `changed`, also if the change
 * fails: somebody else may have made it.
 */
export function useAction(...changed: Changed[]) {
  const client = useQueryClient();
  const confirmed = useConfirmed();
  const unanswered = useRef<Unanswered>({ last: null });
  return <Asked extends Route>(route: Asked, given?: Given<Asked>): Promise<AnswerOf<Asked>> => {
    const sent = confirmed(() =>
      route.startsWith('POST /api/operator/')
        ? askOnce(unanswered.current, route, given)
        : fetchJson(route, given).catch(doubt),
    );
    const renew = () => changed.forEach((query) => void client.invalidateQueries(query));
    // The answer may have a secret that is shown once: it does not wait for what is fetched anew.
    void sent.then(renew, renew);
    return sent;
  };
}
