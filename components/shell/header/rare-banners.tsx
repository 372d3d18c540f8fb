'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { announcementCookie } from '../../../lib/view/announcement.ts';
import { OperatorText } from '../../operator-text.tsx';
import type { Session } from '../../../lib/account/session.ts';
import { useChangeOfCaller } from '../../keys/use-change-of-caller.ts';
import { crossIcon, Icon } from '../icons.tsx';
import { useHydrated } from '../use-hydrated.ts';
import { SignInLink } from './sign-in-link.tsx';

/** Banners for an account that is seen by an operator, suspended or closed. */
export function AccountNotices({ session }: { session: Session }) {
  const { account, seeing, suspended, closedAccount: closed } = session;
  return (
    <>
      {account && seeing && <SeeingNotice key={account.id} account={account} until={seeing.until} />}
      {closed !== undefined && <ClosedNotice closed={closed} account={account} />}
      {suspended && <SuspendedNotice account={account?.name} />}
    </>
  );
}

interface Props {
  account: { id: string; name: string };
  until: string;
}

/** That an operator sees an account as its members do, for how long, and the button that ends it. */
function SeeingNotice({ account, until }: Props) {
  const isHydrated = useHydrated();
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  // By then the portal has ended it.
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), Math.max(0, Date.parse(until) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [until]);
  const ending = useMutation({
    mutationFn: async () => {
      const { becomePerson } = await import('../../people/become-person.ts');
      await changeCaller(() => becomePerson('POST /api/operator/see-as/end', { body: {} }));
      router.push(`/operator/accounts/${account.id}`);
    },
  });
  return (
    <section
      aria-label="Viewing as a member"
      data-loading-part={isHydrated ? undefined : ''}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line bg-warn-soft px-4 py-2 text-sm"
    >
      <p className="min-w-0 break-words">
        You see <strong className="font-semibold">{account.name}</strong> as its members do. Read-only until{' '}
        <time dateTime={until}>{until.slice(11, 16)}</time> UTC.
      </p>
      <button
        type="button"
        onClick={() => ending.mutate()}
        className="with-script min-h-6 rounded-md border border-line bg-paper px-3 py-0.5 font-medium hover:bg-sunk"
      >
        End
      </button>
      {ending.error && (
        <p role="alert" className="basis-full text-center text-bad">
          {ending.error.message}
        </p>
      )}
    </section>
  );
}

export function EndedNotice() {
  return (
    <p role="alert" className="border-t border-line bg-accent-soft px-4 py-2 text-center text-sm">
      Your session has ended.{' '}
      <SignInLink className="py-0.5 font-medium underline underline-offset-4">Sign in again</SignInLink>
    </p>
  );
}

export function AnewNotice() {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  return (
    <p role="alert" className="border-t border-line bg-accent-soft px-4 py-2 text-center text-sm">
      Since this page was shown, someone else signed in. Nothing was done or charged.{' '}
      <button
        type="button"
        onClick={() => setIsClosed(true)}
        className="py-0.5 font-medium underline underline-offset-4"
      >
        Close
      </button>
    </p>
  );
}

/** `account`: its name, for its members. */
function SuspendedNotice({ account }: { account: string | undefined }) {
  return (
    <section
      aria-label="Account suspended"
      className="border-t border-line bg-bad/10 px-4 py-2 text-center text-sm break-words"
    >
      {account === undefined ? (
        'The account of your API key is suspended.'
      ) : (
        <>
          The account <strong className="font-semibold">{account}</strong> is suspended. You can read and
          remove things, but cannot make calls or add anything.
        </>
      )}{' '}
      <OperatorText>Ask the operator of this portal for the reason.</OperatorText>
    </section>
  );
}

/** What became of the account that the person acted in, and for which one they act now. */
function ClosedNotice({ closed, account }: { closed: string; account: Session['account'] }) {
  const changeCaller = useChangeOfCaller();
  const choosing = useMutation({
    mutationFn: async (chosen: string) => {
      const { becomePerson } = await import('../../people/become-person.ts');
      await changeCaller(() => becomePerson('POST /api/session/account', { body: { account: chosen } }));
    },
  });
  return (
    <section
      aria-label="Account closed"
      className="border-t border-line bg-bad/10 px-4 py-2 text-center text-sm break-words"
    >
      The account <strong className="font-semibold">{closed}</strong> is closed: its API keys ended, and its
      credits cannot be spent. {account ? `You act for ${account.name} now.` : 'You have no account now.'}{' '}
      {account ? (
        <button
          type="button"
          disabled={choosing.isPending}
          onClick={() => choosing.mutate(account.id)}
          className="with-script py-0.5 font-medium underline underline-offset-4"
        >
          Go on
        </button>
      ) : (
        <OperatorText>Ask the operator of this portal for the reason.</OperatorText>
      )}
    </section>
  );
}

const yearSeconds = 365 * 24 * 60 * 60;

/** Takes the announcement off this page and, by a cookie, off the next ones. Another announcement is shown again. */
export function CloseAnnouncement({ id }: { id: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    document.cookie = `${announcementCookie}=${id}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
    const announcement = button.current?.closest('section');
    if (announcement) announcement.hidden = true;
  };
  return (
    <button
      ref={button}
      type="button"
      onClick={close}
      aria-label="Close the announcement"
      className="with-script flex size-7 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink max-rail:size-11"
    >
      <Icon path={crossIcon} />
    </button>
  );
}
