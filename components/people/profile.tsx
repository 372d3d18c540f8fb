'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentText } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { Confirming } from '../confirmation/use-confirmation.tsx';
import { sessionOptions } from '../keys/session-options.ts';
import { OperatorText } from '../operator-text.tsx';
import { Failure, OwnLoadError } from '../load-error.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { SignInLink } from '../shell/header/sign-in-link.tsx';
import { Identities } from './identities.tsx';
import { NewPasswordField, PasswordField, RefusedNote, textOf } from './fields.tsx';
import { OwnPerson } from './own-person.tsx';
import { PersonForm } from './person-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { passkeysQuery, sessionsQuery } from './queries.ts';
import { YourData } from './your-data.tsx';

/** The person who is signed in: their name, address, password and sessions. */
export function Profile({ refused, mailsCodes }: { refused: string | undefined; mailsCodes: boolean }) {
  const { data, error, refetch } = useQuery(sessionOptions());
  const [isErased, setIsErased] = useState(false);
  const note = <UnprovenAddress mailsCodes={mailsCodes} />;
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-3xl">
      <h1 className="text-3xl font-semibold tracking-tight">Profile</h1>
      <RefusedNote sentence={refused} />
      {error && !data && <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />}
      {data?.seeing && <p className="mt-4">Members of {data.account?.name} have profiles of their own.</p>}
      {data && !data.person && !data.seeing && <SignedOut isErased={isErased} />}
      {data?.person && (
        <Confirming>
          <OwnPerson person={data.person} mailsLinks={mailsCodes} />
          <ChangePassword mailsCodes={mailsCodes} />
          <Identities />
          <Passkeys note={note} />
          <SecondFactor note={note} />
          <Sessions />
          <YourData erased={() => setIsErased(true)} />
        </Confirming>
      )}
    </main>
  );
}

function SignedOut({ isErased }: { isErased: boolean }) {
  if (isErased)
    return (
      <p role="status" className="mt-4">
        Your profile was erased. Your name, address and sign-in are deleted here.
      </p>
    );
  return (
    <p className="mt-4">
      You are not signed in with an email address.{' '}
      <SignInLink className="text-accent underline underline-offset-4">Sign in</SignInLink>
    </p>
  );
}

function ChangePassword({ mailsCodes }: { mailsCodes: boolean }) {
  // Also after a refusal: the current password may be needed since.
  const act = useAction(sessionsQuery);
  const sessions = useQuery(sessionsQuery).data;
  const { hasPassword, needsCurrentPassword: needsCurrent } = sessions ?? {
    hasPassword: true,
    needsCurrentPassword: true,
  };
  const hasPasskeys = (useQuery(passkeysQuery).data?.list.length ?? 0) > 0;
  const [changes, setChanges] = useState(0);
  async function submit(fields: FormData) {
    const current = needsCurrent ? { current: textOf(fields, 'current') } : {};
    await act('POST /api/password', { body: { ...current, password: textOf(fields, 'password') } });
    setChanges((count) => count + 1);
  }
  return (
    <section aria-labelledby="password" className="mt-10">
      <h2 id="password" className="text-lg font-semibold">
        Password
      </h2>
      {!hasPassword && needsCurrent ? (
        <p className="text-sm text-quiet">
          <OperatorText>{noPassword(mailsCodes && !hasPasskeys)}</OperatorText>
        </p>
      ) : (
        <>
          <p className="text-sm text-quiet">Changing the password ends your other sessions.</p>
          {/* Empty again after each change. */}
          <PersonForm key={changes} action="Change password" submit={submit}>
            {(faults) => (
              <>
                {needsCurrent && (
                  <PasswordField label="Current password" name="current" fault={faults['current']} />
                )}
                <NewPasswordField label="New password" fault={faults['password']} />
              </>
            )}
          </PersonForm>
        </>
      )}
      <p role="status" className="mt-2 text-sm text-good">
        {changes > 0 && 'The password was changed.'}
      </p>
    </section>
  );
}

function noPassword(byCode: boolean): string {
  const ways = byCode ? 'sign out and sign in with an emailed code, or ask' : 'ask';
  return `You have no password. To set one, ${ways} an operator of this portal for a link.`;
}

/** Says where ways to sign in are set up that the first proof of the address ends them, and how to prove it first. */
function UnprovenAddress({ mailsCodes }: { mailsCodes: boolean }) {
  const { data } = useQuery(sessionsQuery);
  if (!data || data.addressProven) return null;
  return (
    <p className="mt-2 text-sm text-warn">
      Your email address is not verified yet. The first {mailsCodes && 'emailed code or '}link to choose a
      password verifies it, and ends everything that was set up before. To keep what you set up,{' '}
      <OperatorText>
        {mailsCodes
          ? 'sign out and sign in with an emailed code'
          : 'ask an operator of this portal for a link'}
      </OperatorText>{' '}
      first.
    </p>
  );
}

/** Where a person is signed in. Each session can be ended. */
function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const act = useAction(sessionsQuery);
  const ending = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? act('DELETE /api/sessions')
        : act('DELETE /api/sessions/{session_id}', { params: { session_id: id } }),
  });
  if (error && !data) return <OwnLoadError what="Your sessions" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="sessions" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sessions" className="text-lg font-semibold">
          Sessions
        </h2>
        {data && data.list.length > 1 && (
          <button
            type="button"
            disabled={ending.isPending}
            onClick={() => ending.mutate(null)}
            className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk disabled:opacity-60"
          >
            End all other sessions
          </button>
        )}
      </div>
      <Failure of={ending.error} />
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {data?.list.map(({ id, device, createdAt, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-medium">
                {device}
                {isCurrent && <span className="ml-2 text-sm font-normal text-good">This browser</span>}
              </p>
              <p className="text-sm text-quiet">
                Signed in {momentText(createdAt)}, last used {momentText(lastSeenAt)} UTC
              </p>
            </div>
            {!isCurrent && (
              <button
                type="button"
                disabled={ending.isPending}
                onClick={() => ending.mutate(id)}
                aria-label={`End the session of ${device}`}
                className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk disabled:opacity-60"
              >
                End
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
