'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { creditsText } from '../../lib/call/call-words.ts';
import { AccountSwitch } from './account-switch.tsx';
import { sessionOptions } from '../keys/session-options.ts';
import { creditsOptions } from '../playground/credits-options.ts';

/** The person, or the account and its balance. The server renders both; a call or a new session updates them. */
export function AccountStatus() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const isAccount = session?.kind === 'account';
  const { data: credits, isError } = useQuery({
    ...creditsOptions(),
    enabled: isAccount || (session?.kind === 'guest' && !session.person),
  });
  const isRefused = session?.suspended && !session.account;
  if (!session || isRefused || (!isAccount && !session.person && isError)) return <SignInLink />;
  if (session.person)
    return (
      <div className="grid justify-items-end">
        <Link href="/profile" prefetch={false} className={look}>
          <span className="max-w-20 truncate lg:max-w-32 font-medium text-ink">
            <span className="sr-only">Signed in as </span>
            {session.person.name}
          </span>
          {session.operator && !session.account && <span>Operator</span>}
        </Link>
        {session.account && <AccountSwitch account={session.account} accounts={session.accounts} />}
      </div>
    );
  const balance = credits && (
    <span className="whitespace-nowrap tabular-nums">
      {creditsText(Math.max(0, credits.spendable.credits))}
    </span>
  );
  if (!isAccount)
    return (
      <div className="grid justify-items-end lg:flex lg:items-center lg:gap-3">
        <Link href="/credits" prefetch={false} className={look}>
          <span className="font-medium text-ink max-lg:sr-only">
            <span className="sr-only">Not signed in: </span>Guest
          </span>
          {balance}
        </Link>
        <SignInLink />
      </div>
    );
  return (
    <Link href="/credits" prefetch={false} className={look}>
      <span className="max-w-20 truncate lg:max-w-32 font-medium text-ink">
        <span className="sr-only">{session.seeing ? 'Seeing ' : 'Signed in as '}</span>
        {session.account?.name}
      </span>
      {balance}
    </Link>
  );
}

function SignInLink() {
  return (
    <Link
      href="/sign-in"
      prefetch={false}
      className="grid min-h-6 content-center rounded-md px-1 text-xs font-medium whitespace-nowrap hover:text-accent lg:h-8 lg:border lg:border-line lg:bg-card lg:px-3 lg:text-sm"
    >
      Sign in
    </Link>
  );
}

const look =
  'grid rounded-md px-1 text-right text-xs leading-4 text-quiet hover:text-ink min-h-6 content-center';
