'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { OfferedIssuer } from '../../lib/account/identities.ts';
import { keptKeysText, listOfWords, type ShownLink } from '../../lib/account/people.ts';
import { fetchJson } from '../fetch-json.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { OperatorText } from '../operator-text.tsx';
import { usePortalFacts } from '../portal-facts.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { becomePerson } from './become-person.ts';
import { EndedWays, MailedLink, useFragment } from './mailed-link.tsx';
import { IssuerButtons } from './issuer-buttons.tsx';
import { EmailField, NewPasswordField, TextField, textOf } from './fields.tsx';
import { PersonForm } from './person-form.tsx';

/** Asks for an address. The link that is mailed to it comes back here, with a token in the fragment. */
export function Register({ issuers }: { issuers: OfferedIssuer[] }) {
  const token = useFragment();
  const { sendsMail } = usePortalFacts();
  return token === '' ? (
    <AskForLink issuers={issuers} />
  ) : (
    <MailedLink key={token} token={token}>
      {(link) => <SignUp token={token} mailsCodes={sendsMail} {...link} />}
    </MailedLink>
  );
}

function AskForLink({ issuers }: { issuers: OfferedIssuer[] }) {
  const { sendsMail } = usePortalFacts();
  const [email, setEmail] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  async function ask(fields: FormData) {
    const body = { email: textOf(fields, 'email') };
    await fetchJson('POST /api/registration', { body });
    setEmail(body.email);
    setIsAsked(true);
  }
  if (isAsked)
    return (
      <>
        <p role="status" className="mt-6 break-words">
          {sendsMail
            ? `Check the inbox of ${email}. The email says how to continue.`
            : `This portal does not send email. Its operator has the message to ${email}: ask them for the link in it.`}
        </p>
        <button type="button" className={`mt-4 ${quietButton}`} onClick={() => setIsAsked(false)}>
          Change the address
        </button>
      </>
    );
  return (
    <>
      <PersonForm action="Continue" submit={ask}>
        {(faults) => (
          <EmailField fault={faults['email']} email={email ?? ''} autoFocus={email !== undefined} />
        )}
      </PersonForm>
      <div className="mt-4">
        <IssuerButtons issuers={issuers} action="Continue with" />
      </div>
    </>
  );
}

interface SignUpProps extends ShownLink {
  token: string;
  mailsCodes: boolean;
}

function SignUp({ token, mailsCodes, ends, keptKeys, accounts }: SignUpProps) {
  const router = useRouter();
  const changeCaller = useChangeOfCaller({ stays: true });
  const [own, setOwn] = useState<string>();
  const goOn = () => router.replace('/');
  async function submit(fields: FormData) {
    const body = { token, name: textOf(fields, 'name'), password: textOf(fields, 'password') };
    const { account } = await changeCaller(() => becomePerson('POST /api/registration', { body }));
    if (ends.length > 0) setOwn(account?.name ?? '');
    else goOn();
  }
  if (own !== undefined)
    return (
      <EndedWays proof={{ ended: ends, keptKeys }} goOn={goOn}>
        You are now in your own account: {own}.
      </EndedWays>
    );
  return (
    <>
      {accounts && <Known ends={ends} keptKeys={keptKeys} accounts={accounts} mailsCodes={mailsCodes} />}
      <PersonForm action="Create account" submit={submit}>
        {(faults) => (
          <>
            <TextField label="Name" name="name" autoComplete="name" fault={faults['name']} />
            <NewPasswordField label="Password" fault={faults['password']} />
          </>
        )}
      </PersonForm>
    </>
  );
}

interface KnownProps extends Pick<ShownLink, 'ends' | 'keptKeys'> {
  accounts: string[];
  mailsCodes: boolean;
}

/** Says what becomes of the person whom somebody made of the address by an invitation. */
function Known({ ends, keptKeys, accounts, mailsCodes }: KnownProps) {
  return (
    <div role="note" className="mt-4 rounded-md border border-line bg-card p-4 break-words">
      <p>
        Someone with this address joined by invitation
        {accounts.length > 0 && `, and is a member of ${listOfWords(accounts)}`}. The address has not been
        verified so far. This link verifies it.
      </p>
      <p className="mt-2">
        If you create an account here, you take over that profile, with the name and password that you choose,
        and also get your own account. Everything that was set up before ends
        {ends.length > 0 && `: ${listOfWords(ends)}`}.{keptKeysText(keptKeys)}
      </p>
      <p className="mt-2">
        To keep the name and not create another account,{' '}
        {mailsCodes ? (
          <>
            <Link href="/sign-in" className="text-accent underline underline-offset-4">
              sign in
            </Link>{' '}
            with an emailed code
          </>
        ) : (
          <OperatorText>ask an operator for a link to choose a password</OperatorText>
        )}{' '}
        instead.
      </p>
    </div>
  );
}
