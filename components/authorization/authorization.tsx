'use client';

import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../lib/account/session.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { PersonSignIn, type Ways } from '../people/person-sign-in.tsx';
import { ProblemError } from '../problem-error.ts';
import { askingClientOptions } from './asking-client-options.ts';
import { Consent } from './consent.tsx';
import { useRequest } from './use-request.ts';

/** What a client asks a person for. Who is not signed in does that first, on the same page. */
export function Authorization({ ways }: { ways: Ways }) {
  const request = useRequest();
  const { data: session, error, refetch } = useQuery(sessionOptions());
  if (request === '')
    return <p className="mt-4">Add this portal to your agent: it opens this page with what it asks for.</p>;
  if (error && !session)
    return <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />;
  if (request === undefined || !session) return <p className="mt-4 text-quiet">Loading…</p>;
  if (session.person) return <Asked session={session} request={request} />;
  return (
    <>
      <p className="mt-4">An agent asks to make calls with your credits. Sign in to see which one.</p>
      <PersonSignIn {...ways} returnTo="/oauth/authorize" />
    </>
  );
}

function Asked({ session, request }: { session: Session; request: string }) {
  const { data, error } = useQuery(askingClientOptions(request));
  if (data) return <Consent session={session} client={data} request={request} />;
  if (!error) return <p className="mt-4 text-quiet">Loading what the agent asks for…</p>;
  const location = error instanceof ProblemError ? error.problem.location : undefined;
  return (
    <div role="alert" className="mt-4 rounded-md border border-line bg-card p-4">
      <p className="break-words text-bad">{error.message}</p>
      <p className="mt-2">
        {location === undefined ? (
          'Nothing was granted. Close this page, and connect the agent again.'
        ) : (
          <a href={location} className="text-accent underline underline-offset-4">
            Go back to the agent
          </a>
        )}
      </p>
    </div>
  );
}
