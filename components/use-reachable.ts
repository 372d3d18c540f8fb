import { usePortalFacts } from './portal-facts.tsx';

/** Puts into a text that names the operator of the portal how to reach them: what `OperatorText` does, in few bytes. */
export function useReachable(): (text: string) => string {
  const { contact } = usePortalFacts();
  return (text) =>
    text.replace('operator of this portal', (words) => (contact ? `${words} (${contact})` : words));
}
