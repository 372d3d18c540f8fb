import type { ReactNode } from 'react';
import { useHydrated } from '../shell/use-hydrated.ts';
import { useFragment } from './use-fragment.ts';

interface Props {
  /** The link that leads here, in words. */
  link: string;
  children: (token: string) => ReactNode;
}

/** The page of a link. Its token is in the fragment of the address, which browsers send nowhere. */
export function WithLinkToken({ link, children }: Props) {
  const token = useFragment();
  // The server does not know the fragment.
  const isHydrated = useHydrated();
  if (!isHydrated || token !== '') return children(token);
  return (
    <p role="alert" className="mt-4 text-bad">
      The link is incomplete. Open the whole {link}.
    </p>
  );
}
