'use client';

import { OperatorText } from '../operator-text.tsx';
import { countOf } from '../../lib/text/numbers.ts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ShownInvitation } from '../../lib/account/members.ts';
import type { OfferedIssuer } from '../../lib/account/identities.ts';
import { fetching } from '../fetch-json.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { roleWords } from '../members/term-fields.tsx';
import { becomePerson } from './become-person.ts';
import { IssuerButtons } from './issuer-buttons.tsx';
import { EmailField, NewPasswordField, TextField, textOf } from './fields.tsx';
import { PersonForm } from './person-form.tsx';
import { WithLinkToken } from './mailed-link.tsx';

/** Shows what an invitation offers. */
export function Join({ issuers }: { issuers: OfferedIssuer[] }) {
  return (
    <WithLinkToken link="link of the invitation">
      {(token) => <Invited token={token} issuers={issuers} />}
    </WithLinkToken>
  );
}

function Invited({ token, issuers }: { token: string; issuers: OfferedIssuer[] }) {
  const { data: session } = useQuery(sessionOptions());
  // The invitation is used up then: fetched again, it would be an error until the next page is there.
  const [hasJoined, setHasJoined] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '' && !hasJoined,
    queryFn: fetching('POST /api/invitation', { body: { token } }),
    retry: false,
  });
  const joined = () => setHasJoined(true);
  if (hasJoined)
    return (
      <p role="status" className="mt-4 text-quiet">
        You have joined. Loading the members…
      </p>
    );
  if (error)
    return (
      <p role="alert" className="mt-4 text-bad">
        {error.message}
      </p>
    );
  // No two accounts have the same name.
  const known = session?.accounts.find(({ name }) => name === data?.account.name);
  if (known)
    return (
      <p role="status" className="mt-4 break-words">
        You are already a member of <strong>{known.name}</strong>. Your role: {known.role}.
      </p>
    );
  if (!data) return <p className="mt-4 text-quiet">Loading the invitation…</p>;
  return (
    <>
      <Offer invitation={data} />
      {session?.person ? (
        <JoinAs name={session.person.name} token={token} joined={joined} />
      ) : (
        <SignUp token={token} {...data} issuers={issuers} joined={joined} />
      )}
    </>
  );
}

function Offer({ invitation: { account, role, caps } }: { invitation: ShownInvitation }) {
  const limits = [
    ['per day', caps.day],
    ['per month', caps.month],
    ['in total', caps.total],
  ].flatMap(([period, cap]) => (typeof cap === 'number' ? [`${countOf(cap, 'credit')} ${period}`] : []));
  return (
    <div className="mt-4 rounded-md border border-line bg-card p-4">
      <p className="break-words">
        You are invited to <strong>{account.name}</strong>.
      </p>
      <p className="text-sm text-quiet">
        Role: {role}. {roleWords[role]}.{limits.length > 0 && ` You can spend ${limits.join(', ')}.`}
      </p>
    </div>
  );
}

/** Joins, and shows the account. */
function useJoin(joined: () => void): (body: object) => Promise<void> {
  const router = useRouter();
  const changeCaller = useChangeOfCaller({ stays: true });
  return async (body) => {
    await changeCaller(async () => {
      const session = await becomePerson('POST /api/join', { body });
      joined();
      return session;
    });
    router.replace('/members');
  };
}

function JoinAs({ name, token, joined }: { name: string; token: string; joined: () => void }) {
  const join = useJoin(joined);
  return (
    <PersonForm action="Join" submit={() => join({ token })}>
      {() => (
        <p className="break-words">
          You are signed in as <strong>{name}</strong>.
        </p>
      )}
    </PersonForm>
  );
}

interface SignUpProps extends Pick<ShownInvitation, 'email' | 'takesNewPeople'> {
  token: string;
  issuers: OfferedIssuer[];
  joined: () => void;
}

function SignUp({ token, email, takesNewPeople, issuers, joined }: SignUpProps) {
  const join = useJoin(joined);
  const submit = (fields: FormData) =>
    join({
      token,
      email: textOf(fields, 'email'),
      name: textOf(fields, 'name'),
      password: textOf(fields, 'password'),
    });
  return (
    <>
      {takesNewPeople ? (
        <PersonForm action="Join" submit={submit}>
          {(faults) => (
            <>
              <TextField label="Name" name="name" autoComplete="name" fault={faults['name']} />
              <EmailField fault={faults['email']} email={email ?? ''} />
              <NewPasswordField label="Password" fault={faults['password']} />
            </>
          )}
        </PersonForm>
      ) : (
        <p role="status" className="mt-4">
          This invitation is for people who already have a profile here.{' '}
          <OperatorText>If you have none, ask an operator of the portal for an invitation.</OperatorText>
        </p>
      )}
      <div className="mt-4">
        <IssuerButtons issuers={issuers} action="Join with" wish={{ invitation: token }} />
      </div>
      <p className="mt-4 text-sm">
        If you already have a profile here,{' '}
        <Link href="/sign-in" className="text-accent underline underline-offset-4">
          sign in
        </Link>{' '}
        first, then open the invitation link again.
      </p>
    </>
  );
}
