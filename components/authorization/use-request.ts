import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { useHydrated } from '../shell/use-hydrated.ts';
import { withStorage } from '../with-storage.ts';

const name = 'farebox-authorization';

/**
 * The query with which a client opened the page. A sign-in elsewhere comes back without it, so the tab remembers it.
 * Undefined until that is known, and empty if there is none.
 */
export function useRequest(): string | undefined {
  const given = useSearchParams().toString();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (given !== '') withStorage('sessionStorage', (storage) => storage.setItem(name, given));
  }, [given]);
  if (given !== '') return given;
  if (!isHydrated) return undefined;
  return withStorage('sessionStorage', (storage) => storage.getItem(name)) ?? '';
}
