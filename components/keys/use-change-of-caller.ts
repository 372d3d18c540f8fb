import { type Query, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { forgetKeptCalls } from '../playground/kept-calls.ts';
import { sessionOptions } from './session-options.ts';

/**
 * Signs in, or out. What the previous caller still asks for is called off, as it would be refused, and everything that
 * is theirs is forgotten, so that it is never shown to the next one.
 */
export function useChangeOfCaller(): (ask: () => Promise<Session>) => Promise<void> {
  const client = useQueryClient();
  const theirs = { predicate: ({ queryKey }: Query) => ofCaller.has(String(queryKey[0])) };
  return async (ask) => {
    await client.cancelQueries(theirs);
    const session = await ask().catch((error: unknown) => {
      // The caller is who they were, and the page still wants what was called off.
      void client.invalidateQueries(theirs);
      throw error;
    });
    client.removeQueries(theirs);
    client.setQueryData(sessionOptions().queryKey, session);
    void forgetKeptCalls();
  };
}

const ofCaller = new Set(['calls', 'receipt', 'call-input', 'credits', 'keys', 'owner']);
