import { useQueryClient } from '@tanstack/react-query';
import { sessionSchema, type Session } from '../../lib/session.ts';
import { fetchJson } from '../fetch-json.ts';
import { sessionOptions } from './session-options.ts';

/** What is kept of somebody else must not be shown: all of it is forgotten when the caller becomes another one. */
export function useChangeOfCaller(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.removeQueries({ predicate: ({ queryKey }) => ofCaller.has(String(queryKey[0])) });
    client.setQueryData(sessionOptions().queryKey, session);
  };
}

const ofCaller = new Set(['calls', 'receipt', 'call-input', 'credits', 'keys']);

export function signIn(key: string): Promise<Session> {
  return fetchJson('/api/session', sessionSchema, new AbortController().signal, {
    method: 'POST',
    body: { key },
  });
}
