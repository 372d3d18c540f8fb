'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState, type Ref } from 'react';
import type { OfferedIssuer } from '../../lib/account/identities.ts';
import type { FirstProof } from '../../lib/account/people.ts';
import { firstPageOf } from '../../lib/account/sign-in-address.ts';
import { fetchJson } from '../fetch-json.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { Failure } from '../load-error.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { useFieldPasskey } from '../passkeys/ask-for-passkey.ts';
import { quietButton } from '../shell/buttons.tsx';
import { CodeField, EmailField, PasswordField, textOf } from './fields.tsx';
import { IssuerButtons } from './issuer-buttons.tsx';
import { EndedWays } from './mailed-link.tsx';
import { PersonForm } from './person-form.tsx';

export interface Ways {
  hasPasskeys: boolean;
  hasMailCodes: boolean;
  issuers: OfferedIssuer[];
}

interface Props extends Ways {
  /** The page that the person signs in for; else it depends on their role. */
  returnTo?: string;
}

type Send = (body: unknown) => Promise<void>;

/** Signs in with a password, a passkey or a mailed code, and then with a code if the person has a second factor. */
export function PersonSignIn({ returnTo, ...ways }: Props) {
  const router = useRouter();
  const changeCaller = useChangeOfCaller({ stays: true });
  const [pending, setPending] = useState<string>();
  const [email, setEmail] = useState('');
  const [proof, setProof] = useState<FirstProof & { goOn: () => void }>();
  const send: Send = async (body) => {
    const reply = await fetchJson('POST /api/session', { body });
    if ('pending' in reply) return setPending(reply.pending);
    await changeCaller(() => Promise.resolve(reply));
    // A page that shows this form goes on by itself.
    const next = returnTo ?? firstPageOf(reply.person?.operatorRole);
    const goOn = () => router.replace(next);
    if (reply.ended) setProof({ ended: reply.ended, keptKeys: reply.keptKeys ?? 0, goOn });
    else if (window.location.pathname !== next) goOn();
  };
  if (proof)
    return (
      <EndedWays proof={proof} goOn={proof.goOn}>
        A link to choose a new password was emailed to you.
      </EndedWays>
    );
  if (pending === undefined)
    return (
      <FirstStep
        {...ways}
        {...(returnTo !== undefined && { returnTo })}
        send={send}
        email={email}
        keepEmail={setEmail}
      />
    );
  return (
    <>
      <PersonForm
        key="code"
        action="Sign in"
        submit={(fields) => send({ pending, code: textOf(fields, 'code') })}
      >
        {(faults) => <CodeField fault={faults['code']} />}
      </PersonForm>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={() => setPending(undefined)}>
        Start again
      </button>
    </>
  );
}

type FirstStepProps = Props & Omit<WayProps, 'field'>;

function FirstStep(props: FirstStepProps) {
  const { hasPasskeys, hasMailCodes, issuers, returnTo, send, email, keepEmail } = props;
  const [isByMail, setIsByMail] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const way = { email, keepEmail, field, send };
  /** When a code was mailed to the address that was typed before the way was chosen. */
  const [mailedAt, setMailedAt] = useState<number>();
  const mailing = useMutation({
    mutationFn: mailCode,
    onSuccess: () => {
      setMailedAt(Date.now());
      setIsByMail(true);
    },
  });
  function switchWay() {
    const typed = field.current?.value ?? email;
    keepEmail(typed);
    setMailedAt(undefined);
    if (!isByMail && typed !== '' && field.current?.checkValidity()) return mailing.mutate(typed);
    mailing.reset();
    setIsByMail(!isByMail);
  }
  const sendPasskey = (passkey: unknown) => send({ passkey });
  const failure = useFieldPasskey(hasPasskeys, sendPasskey);
  return (
    <>
      {isByMail ? <MailCodeSignIn {...way} mailedAt={mailedAt} /> : <PasswordSignIn {...way} />}
      <Failure of={mailing.error} className="mt-4" />
      {hasMailCodes && !isByMail && (
        <p className="mt-4 text-sm">
          Forgot your password? Sign in with an emailed code, then choose a new password in your profile.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {hasPasskeys && (
          <PasskeyButton label="Sign in with a passkey" send={sendPasskey} fieldFailure={failure} />
        )}
        {hasMailCodes && (
          <button type="button" className={quietButton} disabled={mailing.isPending} onClick={switchWay}>
            {isByMail ? 'Sign in with the password' : 'Email me a code'}
          </button>
        )}
        <IssuerButtons
          issuers={issuers}
          action="Sign in with"
          wish={returnTo === undefined ? {} : { returnTo }}
        />
      </div>
    </>
  );
}

function PasswordSignIn({ email, keepEmail, field, send }: WayProps) {
  function submit(fields: FormData) {
    const typed = textOf(fields, 'email');
    keepEmail(typed);
    return send({ email: typed, password: textOf(fields, 'password') });
  }
  return (
    <PersonForm action="Sign in" submit={submit}>
      {(faults) => (
        <>
          <EmailField fault={faults['email']} email={email} ref={field} />
          <PasswordField label="Password" name="password" fault={faults['password']} />
        </>
      )}
    </PersonForm>
  );
}

/** As on the server (server/people/mail-code.ts). */
const pauseMs = 60_000;

/** Props of a way to sign in that begins with an email address. */
interface WayProps {
  /** The address that was typed so far. */
  email: string;
  keepEmail: (email: string) => void;
  /** The field of the address. */
  field: Ref<HTMLInputElement>;
  send: (body: unknown) => Promise<void>;
}

function mailCode(email: string): Promise<unknown> {
  return fetchJson('POST /api/session/mail-code', { body: { email } });
}

interface MailCodeProps extends WayProps {
  /** When a code was mailed to the address before; undefined if none was. */
  mailedAt: number | undefined;
}

/** Asks for an address, mails a code to it, and asks for the code. */
function MailCodeSignIn({ email, keepEmail, field, send, mailedAt }: MailCodeProps) {
  /** How many codes were mailed to the address; 0 while the person changes it. */
  const [mails, setMails] = useState(mailedAt === undefined ? undefined : 1);
  /** The last mail that this form knows of. Within a minute the portal mails no other, also if it was asked elsewhere. */
  const [sent, setSent] = useState({
    to: mailedAt === undefined ? '' : email,
    at: mailedAt ?? 0,
    isSame: false,
  });
  async function mail(address: string) {
    await mailCode(address);
    keepEmail(address);
    const at = Date.now();
    const isSame = sent.to === address && at - sent.at < pauseMs;
    setSent({ to: address, at: isSame ? sent.at : at, isSame });
    setMails((count = 0) => count + 1);
  }
  const again = useMutation({ mutationFn: () => mail(email) });
  if (!mails)
    return (
      <PersonForm action="Email me a code" submit={(fields) => mail(textOf(fields, 'email'))}>
        {(faults) => <EmailField fault={faults['email']} email={email} ref={field} autoFocus={mails === 0} />}
      </PersonForm>
    );
  return (
    <>
      <p role="status" className="mt-6 break-words">
        {sent.isSame
          ? `If someone here has the address ${email}, a code was sent to it less than a minute ago. Use that one: codes are sent at most once a minute.`
          : `If someone here has the address ${email}, ${mails === 1 ? 'a' : 'another'} code is on its way, or was sent less than a minute ago.`}
      </p>
      <PersonForm
        key={mails}
        action="Sign in"
        submit={(fields) => send({ email, code: textOf(fields, 'code') })}
      >
        {(faults) => <CodeField hint="Eight digits from the email." fault={faults['code']} />}
      </PersonForm>
      <Failure of={again.error} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={again.isPending}
          className={quietButton}
          onClick={() => again.mutate()}
        >
          Email another code
        </button>
        <button type="button" className={quietButton} onClick={() => setMails(0)}>
          Change the address
        </button>
      </div>
    </>
  );
}
