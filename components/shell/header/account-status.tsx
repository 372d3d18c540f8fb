'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode } from 'react';
import type { Spendable } from '../../../lib/account/credit-account.ts';
import type { Session } from '../../../lib/account/session.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { sessionOptions } from '../../keys/session-options.ts';
import { creditsOptions } from '../../playground/queries.ts';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { Icon, stopIcon } from '../icons.tsx';
import { SignInLink } from './sign-in-link.tsx';

// What hangs from the header is in the HTML, and its script comes after that of the page.
const PagesMenu = lazyPart(async () => (await import('./pages-menu.tsx')).PagesMenu);
const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu);

/** What the visitor may spend, and who they are. The server renders both; a call or a new session updates them. */
export function AccountStatus() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const isAccount = session?.kind === 'account';
  const { data: credits, isError } = useQuery({
    ...creditsOptions(),
    enabled: isAccount || (session?.kind === 'guest' && !session.person),
  });
  const isRefused = session?.suspended && !session.account;
  if (!session || isRefused || (!isAccount && !session.person && isError)) return signIn;
  const isGuest = !isAccount && !session.person;
  return (
    <>
      {session.suspended ? (
        <Ticket isStopped>Suspended</Ticket>
      ) : (
        credits && (isAccount || isGuest) && <Balance spendable={credits.spendable} session={session} />
      )}
      {isGuest ? (
        <>
          {signIn}
          <LazyBoundary what="The menu">
            <PagesMenu session={session} />
          </LazyBoundary>
        </>
      ) : (
        <LazyBoundary what="The account menu">
          <AccountMenu session={session} />
        </LazyBoundary>
      )}
    </>
  );
}

const signIn = <SignInLink className="button">Sign in</SignInLink>;

const periodWords = { day: 'today', month: 'a month', total: 'in all' };

function Balance({ spendable: { credits, limit }, session }: { spendable: Spendable; session: Session }) {
  const left = Math.max(0, credits);
  const words = limit
    ? `of your ${groupedNumber(limit.cap)} ${periodWords[limit.period]}`
    : session.kind === 'guest'
      ? 'free credits'
      : left === 1
        ? 'credit'
        : 'credits';
  return <Ticket words={words}>{groupedNumber(left)}</Ticket>;
}

const notch = 'absolute -left-[5px] h-[5px] w-[9px] border border-line bg-paper';

/** A small ticket, with notches where it would be torn. It leads to the credits. */
function Ticket({
  words,
  isStopped = false,
  children,
}: {
  words?: string;
  isStopped?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      href="/credits"
      prefetch={false}
      className={`flex h-9 items-center rounded-md border bg-card text-sm font-semibold whitespace-nowrap tabular-nums hover:bg-hover max-rail:h-11 ${isStopped ? 'border-bad text-bad' : 'border-line max-rail:max-w-32'}`}
    >
      <span className="flex items-center gap-2 px-3 max-rail:px-2.5">
        {isStopped && <Icon path={stopIcon} />}
        {children}
      </span>
      {words !== undefined && (
        <>
          {' '}
          <span className="relative flex h-full items-center max-lg:sr-only">
            <span aria-hidden className={`${notch} -top-px rounded-b-[5px] border-t-0`} />
            <span aria-hidden className={`${notch} -bottom-px rounded-t-[5px] border-b-0`} />
            <span className="flex h-6 items-center border-l border-dashed border-line pr-3 pl-3 text-dense font-normal text-quiet">
              {words}
            </span>
          </span>
        </>
      )}
    </Link>
  );
}

/** Whether the account of the visitor takes nothing new and changes nothing: the banner of every page says so. */
export function useIsSuspended(): boolean {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  return session?.suspended === true;
}
