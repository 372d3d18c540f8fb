import { useQuery } from '@tanstack/react-query';
import { sessionOptions } from '../keys/session-options.ts';

/** Whether the account of the visitor takes nothing new and changes nothing: the banner of every page says so. */
export function useIsSuspended(): boolean {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  return session?.suspended === true;
}
