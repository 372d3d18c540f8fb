import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../lib/session.ts';
import { forgetKeptCalls } from '../playground/kept-calls.ts';
import { sessionOptions } from './session-options.ts';

/** Forgets everything that belongs to the previous caller, so that it is never shown to the next one. */
export function useChangeOfCaller(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.removeQueries({ predicate: ({ queryKey }) => ofCaller.has(String(queryKey[0])) });
    client.setQueryData(sessionOptions().queryKey, session);
    void forgetKeptCalls();
  };
}

const ofCaller = new Set(['calls', 'receipt', 'call-input', 'credits', 'keys', 'owner']);
