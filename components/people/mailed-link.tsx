import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { type FirstProof, keptKeysText, listOfWords, type ShownLink } from '../../lib/account/people.ts';
import { fetching } from '../fetch-json.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useHydrated } from '../shell/use-hydrated.ts';

interface Props {
  token: string;
  children: (link: ShownLink) => ReactNode;
}

/** Shows what a mailed link changes, before it is used. Its key is the token. */
export function MailedLink({ token, children }: Props) {
  const [link, setLink] = useState<ShownLink>();
  const { data, error } = useQuery({
    queryKey: ['link', token],
    enabled: token !== '' && !link,
    queryFn: fetching('POST /api/link', { body: { token } }),
    retry: false,
  });
  // The link is used up when the caller changes: fetched again, it would be an error.
  if (data && !link) setLink(data);
  if (error)
    return (
      <p role="alert" className="mt-4 text-bad">
        {error.message}
      </p>
    );
  if (!link) return <p className="mt-4 text-quiet">Loading the link…</p>;
  return (
    <>
      <Whose {...link} />
      {children(link)}
    </>
  );
}

/** Says whose link it is: who opens it may be signed in as somebody else. */
function Whose({ email, name, asksFactor }: ShownLink) {
  const { data: session } = useQuery(sessionOptions());
  if (email === null) return null;
  const other = session?.person && session.person.email !== email ? session.person.name : undefined;
  return (
    <p className="mt-4 break-words">
      This link is for <strong>{email}</strong>.
      {other !== undefined &&
        ` You are signed in as ${other}.${asksFactor ? '' : ` Continuing signs you in as ${name ?? email} instead.`}`}
    </p>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/**
 * The part of the address after `#`, which the server does not know. It changes when a link opens in the same page. Once
 * read it stays: Next restores the address without it when it refreshes the page.
 */
export function useFragment(): string {
  const shown = useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );
  const [last, setLast] = useState('');
  if (shown !== '' && shown !== last) setLast(shown);
  return shown === '' ? last : shown;
}

interface LinkTokenProps {
  /** The link that leads here, in words. */
  link: string;
  children: (token: string) => ReactNode;
}

/** The page of a link. Its token is in the fragment of the address, which browsers send nowhere. */
export function WithLinkToken({ link, children }: LinkTokenProps) {
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

interface WaysProps {
  proof: FirstProof;
  goOn: () => void;
  children?: ReactNode;
}

/** Says to a person who is signed in now what the first proof of their address has ended. */
export function EndedWays({ proof: { ended, keptKeys }, goOn, children }: WaysProps) {
  return (
    <div role="status" className="mt-6 rounded-md border border-line bg-card p-4">
      <p>
        You are signed in, and your email address is verified. Everything that was set up for it before has
        ended: {listOfWords(ended)}.{keptKeysText(keptKeys)} {children}
      </p>
      {keptKeys > 0 && (
        <p className="mt-2">
          <Link href="/keys" className="text-accent underline underline-offset-4">
            See the API keys
          </Link>
        </p>
      )}
      <button type="button" autoFocus className={`mt-3 ${quietButton}`} onClick={goOn}>
        Continue
      </button>
    </div>
  );
}
