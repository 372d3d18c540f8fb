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
  if (!session || isRefused || (!isAccount && !session.person && isError))
    return (
      <Link href="/sign-in" prefetch={false} className={look}>
        Sign in
      </Link>
    );
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
  const name = isAccount ? (session.account?.name ?? '') : 'Guest';
  return (
    <Link href="/credits" prefetch={false} className={look}>
      <span className="max-w-20 truncate lg:max-w-32 font-medium text-ink">
        <span className="sr-only">
          {session.seeing ? 'Seeing ' : isAccount ? 'Signed in as ' : 'Not signed in: '}
        </span>
        {name}
      </span>
      {credits && (
        <span className="whitespace-nowrap tabular-nums">
          {creditsText(Math.max(0, credits.spendable.credits))}
        </span>
      )}
    </Link>
  );
}

const look =
  'grid rounded-md px-1 text-right text-xs leading-4 text-quiet hover:text-ink min-h-6 content-center';
