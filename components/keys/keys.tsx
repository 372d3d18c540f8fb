'use client';

import { OperatorText } from '../operator-text.tsx';
import { useQuery, useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useId, useState } from 'react';
import type { Session } from '../../lib/account/session.ts';
import { Confirming } from '../confirmation/use-confirmation.tsx';
import { OwnLoadError } from '../load-error.tsx';
import { Account } from './account.tsx';
import { signIn } from './fetch-session.ts';
import { sessionOptions } from './session-options.ts';
import { useChangeOfCaller } from './use-change-of-caller.ts';

/** `isOpen` says whether anybody may register. */
export function Keys({ isOpen }: { isOpen: boolean }) {
  const { data, error, isPending, refetch } = useQuery(sessionOptions());
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>:not(p)]:max-w-3xl">
      <h1 className="text-3xl font-semibold tracking-tight">API keys</h1>
      {isPending && <p className="mt-6 text-quiet">Loading your session…</p>}
      {error && !data && <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />}
      {data && (
        <Confirming>
          {data.kind === 'account' ? <Account session={data} /> : <SignIn session={data} isOpen={isOpen} />}
        </Confirming>
      )}
    </main>
  );
}

/** Sends the key once, in a request body. The browser keeps only an HttpOnly cookie. */
function SignIn({ session, isOpen }: { session: Session; isOpen: boolean }) {
  const [key, setKey] = useState('');
  const changeCaller = useChangeOfCaller();
  const opening = useMutation({ mutationFn: (given: string) => changeCaller(() => signIn(given)) });
  const [field, fault] = [useId(), useId()];
  return (
    <>
      <p className="mt-2 max-w-prose text-quiet">
        {session.person
          ? `You are signed in as ${session.person.name}. API keys belong to accounts: sign in with one to use the credits of its account and see its calls.`
          : 'You are a guest. Sign in to use the credits of an account, see its calls, and create API keys.'}
      </p>
      {!session.person && (
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          <Link href="/sign-in" className="text-accent underline underline-offset-4">
            Sign in with an email address
          </Link>
          {isOpen && (
            <Link href="/register" className="text-accent underline underline-offset-4">
              Create an account
            </Link>
          )}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          opening.mutate(key);
        }}
        className="mt-6 rounded-md border border-line bg-card p-4 sm:p-6"
      >
        <label htmlFor={field} className="font-medium">
          Sign in with an API key
        </label>
        <div className="mt-2 flex flex-wrap gap-2">
          <input
            id={field}
            type="password"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            required
            maxLength={200}
            placeholder="fb_…"
            autoComplete="current-password"
            spellCheck={false}
            aria-invalid={opening.isError}
            aria-describedby={opening.isError ? fault : undefined}
            className="min-w-0 flex-1 basis-60 rounded-md border border-line bg-paper px-3 py-2 font-mono placeholder:text-quiet"
          />
          <button
            type="submit"
            disabled={opening.isPending}
            className="rounded-md bg-accent px-4 py-2 font-medium text-accent-ink disabled:opacity-60"
          >
            Sign in
          </button>
        </div>
        {opening.error && (
          <p id={fault} role="alert" className="mt-2 text-sm text-bad">
            {opening.error.message}
          </p>
        )}
        <p className="mt-3 text-sm text-quiet">
          You stay signed in on this browser for 30 days, or until you sign out or the key is revoked.
        </p>
      </form>
      <WhereKeysComeFrom isOperator={Boolean(session.person?.operatorRole)} isOpen={isOpen} />
    </>
  );
}

/** Operators are told where they make accounts; everybody else, whom to ask where nobody registers. */
function WhereKeysComeFrom({ isOperator, isOpen }: { isOperator: boolean; isOpen: boolean }) {
  return (
    <section aria-labelledby="where" className="mt-8">
      <h2 id="where" className="text-lg font-semibold">
        Get a key
      </h2>
      {isOperator ? (
        <p className="mt-1 max-w-prose">
          Keys belong to accounts. Create an account under{' '}
          <Link href="/operator/accounts" className="text-accent underline underline-offset-4">
            Console, Accounts
          </Link>{' '}
          and invite a person to it, for example yourself. Its members create keys on this page.
        </p>
      ) : (
        <p className="mt-1 max-w-prose">
          Members of an account create its keys on this page.{' '}
          <OperatorText>
            {isOpen
              ? 'Create your own account, or ask an account owner to invite you.'
              : 'Ask the operator of this portal or an account owner to invite you.'}
          </OperatorText>
        </p>
      )}
    </section>
  );
}
